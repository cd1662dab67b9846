"""A server that another process takes over while this one is answering."""

from bot.cluster import Alone, NotHeld
from bot.store.fences import Fence
from tests.cogs.court import Court, said


class LostAfterOneWrite(Alone):
    """Holds everything until it has written once."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0

    def fence(self, guild_id: int) -> Fence | None:
        self.writes += 1
        if self.writes > 1:
            raise NotHeld
        return None


async def test_who_was_answered_is_told_nothing_more_when_the_table_moves(court: Court) -> None:
    court.bot.tables.registry.ownership = lost = LostAfterOneWrite()
    opened = await court.slash("Ana", "coup new")
    assert "Ana" in said(opened)
    assert lost.writes == 2, "the lobby was stored, and its card's id was not"
    assert not opened.followups
