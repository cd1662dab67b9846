"""The settings that moderators choose: those of new tables, and those of the whole server."""

from dataclasses import dataclass, fields
from typing import Any, Final

from bot.store.repositories.guilds import GuildSettings
from bot.store.rows import Style, TableSettings
from bot.tables.games import USUAL_KIND
from engine import RULESETS

SWITCHES: Final = {
    field.name: "tables" if field.name in TableSettings.__dataclass_fields__ else "moderation"
    for field in fields(GuildSettings)
    if isinstance(field.default, bool) and field.name != "resigns"  # that one has a select
}
"""The settings that moderators switch on or off, each with the page of the panel that has it."""


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
