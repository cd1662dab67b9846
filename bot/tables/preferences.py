"""The settings that members and moderators choose: a member's preferences, cached, and those of a server."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from bot.runtime.clock import Clock
from bot.runtime.recent import Recent
from bot.store.repositories.guilds import GuildSettings
from bot.store.repositories.players import Player, Players, Preferences
from bot.store.rows import Style, TableSettings
from bot.tables.games import USUAL_KIND
from engine import RULESETS

PREFERENCES: Final = ("dm", *(field.name for field in fields(Preferences)))
"""The settings that a member switches on or off, each the name of a field of `Player`."""
CACHED_SECONDS: Final = 30.0
"""A change by another process takes effect after this time at the latest, even if its notification is lost."""
MAX_CACHED: Final = 10_000
"""How many members' preferences are cached."""
SWITCHES: Final = {
    field.name: "tables" if field.name in TableSettings.__dataclass_fields__ else "moderation"
    for field in fields(GuildSettings)
    if isinstance(field.default, bool) and field.name != "resigns"  # that one has a select
}
"""The settings that moderators switch on or off, each with the page of the panel that has it."""


class MemberPreferences:
    """The preferences of all members, cached because most messages depend on them.

    A cached preference is dropped when this process changes it, or when NOTIFY reports that another process did.
    Methods raise SaveFailed if they need the database and cannot use it.
    """

    def __init__(self, players: Players, clock: Clock) -> None:
        self.listeners: list[Callable[[int], None]] = []
        """Functions that are called with the id of a member whose preferences have changed."""
        self._players = players
        self._clock = clock
        self._cached = Recent[int, tuple[float, Preferences]](MAX_CACHED)  # with the time when each was read
        self._changes = 0

    async def get(self, user_id: int) -> Preferences:
        """Returns a member's preferences, at most CACHED_SECONDS old.

        Consent to direct messages is not among them, because it is never answered from a cache.
        """
        cached = self._cached.get(user_id)
        if cached is not None and self._clock.now() - cached[0] < CACHED_SECONDS:
            return cached[1]
        return await self.player(user_id)

    async def player(self, user_id: int) -> Player:
        """Returns all settings of a member as the database has them, and caches the preferences among them."""
        now, changes = self._clock.now(), self._changes
        player = await self._players.get(user_id)
        if changes == self._changes:  # otherwise it may have been read before the change
            found = Preferences(*(getattr(player, each.name) for each in fields(Preferences)))
            self._cached[user_id] = now, found
            while now - next(iter(self._cached.values()))[0] >= CACHED_SECONDS:
                self._cached.popitem(last=False)
        return player

    async def who_accept_pings(self, users: Iterable[int]) -> list[int]:
        """Returns those of the users who have not opted out of pings."""
        return [user for user in users if (await self.get(user)).ping]

    async def change(self, user_id: int, **changes: bool) -> None:
        """Changes some of a member's preferences, for all processes."""
        try:
            await self._players.change(user_id, **changes)
        finally:
            self.forget(user_id)

    def forget(self, user_id: int | None) -> None:
        """Drops the cached preferences of a member, or with None those of all members."""
        self._changes += 1
        if user_id is None:
            self._cached.clear()
        else:
            self._cached.pop(user_id, None)
            for listener in self.listeners:
                listener(user_id)


@dataclass(frozen=True)
class ServerSettings(GuildSettings):
    """The settings of a server; those that no moderator has set have their defaults."""

    pace: str = TableSettings.pace
    style: Style = Style.LIVE
    ai: str = USUAL_KIND
    ruleset: str = TableSettings.ruleset

    @classmethod
    def of(cls, stored: GuildSettings, default_pace: str) -> "ServerSettings":
        """Returns stored settings with the defaults of those that are not set, or whose value is unknown now."""
        chosen: dict[str, Any] = {name: value for name, value in vars(stored).items() if value is not None}
        chosen.setdefault("pace", default_pace)
        if chosen.get("ruleset") not in RULESETS:
            chosen.pop("ruleset", None)
        return cls(**chosen)

    def new_table(self) -> TableSettings:
        """Returns the settings that a new table has at first; the roles of its pool are chosen afterwards."""
        names = {field.name for field in fields(TableSettings)} - {"pool"}
        return TableSettings(**{name: value for name, value in vars(self).items() if name in names})
