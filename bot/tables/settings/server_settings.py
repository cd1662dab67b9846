"""The settings of a Discord server for its tables and moderators, and its named pools of roles."""

from dataclasses import dataclass
from typing import Any, Final

from bot.store.repositories.servers.guilds import Guilds, GuildSettings, Setting
from bot.store.rows import Style
from bot.tables.games.seats import USUAL_KIND
from bot.tables.games.setup import LobbySettings
from engine import RULESETS

SERVER_SWITCHES: Final = ("pictures", "talk")
"""The settings that moderators switch on or off for new tables, each the name of a field of `ServerSettings`."""
MODERATION_SWITCHES: Final = ("calls",)
"""Those that they switch on or off for the whole server."""


@dataclass(frozen=True)
class ServerSettings(GuildSettings):
    """The settings of a server; those that no moderator has set have their defaults. Most are those of new tables.

    `ai`: the kind of new AI seats. `pool`: the name of the default pool of roles; None if roles are drawn.
    `resigns`: a member who lets the time run out too often resigns. `pictures`: tables have pictures and emojis.
    `talk`: AI players speak. `channels`: where games may run, () everywhere. `most_tables`: how many lobbies and
    games there may be at once, None without a limit. `moderator_role_id`: members with this role are moderators.
    `calls`: hosts may call the members of the call list.
    """

    pace: str = LobbySettings.pace
    style: Style = Style.LIVE
    ai: str = USUAL_KIND
    ruleset: str = LobbySettings.ruleset

    def new_table(self) -> LobbySettings:
        """Returns the settings that a new table has at first."""
        return LobbySettings(
            ruleset=self.ruleset,
            pace=self.pace,
            style=self.style,
            pictures=self.pictures,
            talk=self.talk,
            resigns=self.resigns,
            ai=self.ai,
        )


class Server:
    """The settings and pools of one server; names of pools ignore case. Every method raises SaveFailed."""

    def __init__(self, guild_id: int, guilds: Guilds, default_pace: str) -> None:
        self._guild_id = guild_id
        self._guilds = guilds
        self._default_pace = default_pace

    async def settings(self) -> ServerSettings:
        """Returns the settings of the server."""
        stored = vars(await self._guilds.settings(self._guild_id))
        chosen: dict[str, Any] = {name: value for name, value in stored.items() if value is not None}
        chosen.setdefault("pace", self._default_pace)
        if chosen.get("ruleset") not in RULESETS:
            chosen.pop("ruleset", None)
        return ServerSettings(**chosen)

    async def change(self, **changes: Setting) -> None:
        """Changes the settings of these names; None restores the default."""
        await self._guilds.change(self._guild_id, **changes)

    async def pools(self) -> dict[str, tuple[str, ...]]:
        """Returns the pools: role ids by the pool's name, in alphabetical order."""
        return await self._guilds.pools(self._guild_id)

    async def save_pool(self, name: str, roles: tuple[str, ...]) -> None:
        """Adds a pool, or replaces the one of that name. Raises Refusal."""
        await self._guilds.save_pool(self._guild_id, name, roles)

    async def delete_pool(self, name: str) -> None:
        """Deletes a pool, and clears the default pool if it was that one."""
        await self._guilds.delete_pool(self._guild_id, name)

    async def mark_greeted(self, *, is_greeted: bool) -> bool:
        """Stores whether the server was greeted. Returns False if that was stored before."""
        return await self._guilds.mark_welcomed(self._guild_id, welcomed=is_greeted)
