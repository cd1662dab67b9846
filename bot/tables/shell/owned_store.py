"""OwnedStore: checks that this process owns the tables it writes, and turns errors of the store into refusals."""

import logging
from collections.abc import Generator
from contextlib import contextmanager

from bot.cluster.membership import Membership, NotOwned
from bot.store import SaveFailed, StaleWrite, Store
from bot.store.errors import CommitUnknown, FenceLost, NotAllowed
from bot.store.rows import Fence, GameRow
from bot.tables.refusals import MomentPassed, NotOwnedHere, NotSaved, OutcomeUnknown, Refusal

log = logging.getLogger(__name__)


class OwnedStore:
    """A store, with checks that this process owns the tables that it writes."""

    def __init__(self, store: Store, ownership: Membership) -> None:
        self.store = store
        self.ownership = ownership

    def check_owned(self, guild_id: int) -> None:
        """Raises NotOwnedHere unless this process owns the tables of a server."""
        if not self.ownership.owns(guild_id):
            raise NotOwnedHere(guild_id)

    async def confirm_owned(self, guild_id: int) -> None:
        """Asks the database whether this process still owns the tables of a server.

        A response that is made from memory may be outdated: a process that cannot reach the database learns only
        when its lease runs out that another process owns the tables, and that members have decided there.
        Raises NotOwnedHere, or NotSaved if the database does not answer.
        """
        try:
            fence = self.ownership.fence(guild_id)
        except NotOwned as error:
            raise NotOwnedHere(guild_id) from error
        if fence is None:
            return
        with store_refusals(None):
            current = await self.store.fences.is_current(fence)
        if not current:
            self.ownership.report_lost_fence(guild_id)
            raise NotOwnedHere(guild_id)

    @contextmanager
    def writing(self, row: GameRow) -> Generator[Fence | None]:
        """Yields the fence to write a game with, and turns errors of the store into refusals."""
        try:
            yield self.ownership.fence(row.guild_id)
        except NotOwned as error:
            raise NotOwnedHere(row.guild_id) from error
        except FenceLost as error:
            self.ownership.report_lost_fence(row.guild_id)
            raise NotOwnedHere(row.guild_id) from error
        except (SaveFailed, StaleWrite, NotAllowed) as error:
            raise _refusal(error, row.id or None) from error


@contextmanager
def store_refusals(game_id: int | None) -> Generator[None, None, None]:
    """Turns errors of the store into refusals."""
    try:
        yield
    except (SaveFailed, StaleWrite, NotAllowed) as error:
        raise _refusal(error, game_id) from error


def _refusal(error: SaveFailed | StaleWrite | NotAllowed, game_id: int | None) -> Refusal:
    """Returns the refusal for an error of the store; logs it if the store has failed."""
    if isinstance(error, NotAllowed):
        return Refusal(error.code, **error.facts)
    if isinstance(error, StaleWrite):
        return MomentPassed()
    log.error("%s", error, extra={"game": game_id})
    return OutcomeUnknown() if isinstance(error, CommitUnknown) else NotSaved()
