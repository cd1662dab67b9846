"""A server that another process takes over while this one is answering, or whose lease runs out for a while."""

from typing import Any

import pytest
from discord.http import Route

from bot.cluster import Alone, NotHeld
from bot.delivery.ownership_guard import check_acting
from bot.store.repositories.fences import Fence
from tests.cogs.court import Court, said, shown


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
    court.bot.tables.shell.ownership = lost = LostAfterOneWrite()
    opened = await court.slash("Ana", "coup new")
    assert "Ana" in said(opened)
    assert lost.writes == 2, "the lobby was stored, and its card's id was not"
    assert not opened.followups


class Lapsing(Alone):
    """Holds everything unless its lease has run out."""

    lapsed = False

    def holds(self, guild_id: int) -> bool:
        return not self.lapsed


async def test_a_reminder_is_deleted_once_its_table_is_held_again_and_not_tried_all_the_time(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    court.bot.tables.default_pace = "7200/1200"
    court.bot.tables.shell.ownership = ownership = Lapsing()
    table = await court.play("Ana", "Ben", style="chronicle")
    assert table.state.game is not None
    active, other = (table.state.seats[seat].name for seat in (table.state.game.turn, 1 - table.state.game.turn))
    await court.select(active, court.card, ["tax"])
    await court.env.advance_time(601)
    reminder = court.channel.history()[-1]
    assert "waiting for your answer" in shown(reminder)
    request, tries = court.bot.http.request, list[str]()

    async def begin(route: Route, **options: Any) -> Any:
        """Begins a request as over a network, where the lease is looked at: it has run out for the first three."""
        if route.method == "DELETE":
            tries.append(route.path)
            ownership.lapsed = len(tries) <= 3
            check_acting()
        return await request(route, **options)

    monkeypatch.setattr(court.bot.http, "request", begin)
    await court.click(other, "Allow")
    assert len(tries) == 1
    await court.env.advance_time(10)
    assert len(tries) == 4
    assert reminder.id not in [message.id for message in court.channel.history()]


class Believing(Alone):
    """Believes to hold everything, by the fence that it took first; `lost` tells that it has learned better."""

    def __init__(self, fence: Fence) -> None:
        super().__init__()
        self.own, self.lost = fence, False

    def holds(self, guild_id: int) -> bool:
        return not self.lost

    def fence(self, guild_id: int) -> Fence | None:
        return self.own

    def fence_lost(self, guild_id: int) -> None:
        self.lost = True


@pytest.mark.parametrize("where", ["card", "panel", "command"])
async def test_who_was_taken_over_unawares_refuses_nobody_by_how_the_table_was(
    court: Court, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(
        "bot.gateway.interaction_routing.ANSWERABLE", 0.05
    )  # there is nobody to hand anything on to
    table = await court.play("Ana", "Ben")
    assert table.state.game is not None
    actor = table.state.seats[table.state.game.turn].name
    panel = (await court.click(actor, "My hand")).response
    fences = court.bot.store.fences
    court.bot.tables.shell.ownership = here = Believing(await fences.take("shard 0 of 1"))
    newer = f"coup:1:act:{table.id}:{table.state.game.question + 1}"

    async def press() -> str:
        """Takes an action that is asked for after what this process knows, or that is not its member's."""
        if where == "command":
            other = next(seat.name for seat in table.state.seats if seat.name != actor)
            return said(await court.slash(other, "coup act", action="tax"))
        return said(await court.forge_press(actor, newer, "tax", message=panel if where == "panel" else None))

    stale = "not your turn" if where == "command" else "moment has passed"
    assert stale in await press()
    await fences.take("shard 0 of 1")  # by another process, where somebody decides
    assert "cannot reach your table" in await press(), "it is handed on, and nobody takes it"
    assert here.lost
