"""The settings of a Discord server for its tables and moderators."""

from dataclasses import dataclass, fields
from typing import Any, Final

from bot.store.repositories.servers.guilds import GuildSettings
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

    @classmethod
    def of(cls, stored: GuildSettings, default_pace: str) -> "ServerSettings":
        """Returns stored settings with the defaults of those that are not set, or whose value is unknown now."""
        chosen: dict[str, Any] = {name: value for name, value in vars(stored).items() if value is not None}
        chosen.setdefault("pace", default_pace)
        if chosen.get("ruleset") not in RULESETS:
            chosen.pop("ruleset", None)
        return cls(**chosen)

    def new_table(self) -> LobbySettings:
        """Returns the settings that a new table has at first; the roles of its pool are chosen afterwards."""
        names = {field.name for field in fields(LobbySettings)} - {"pool"}
        return LobbySettings(**{name: value for name, value in vars(self).items() if name in names})
