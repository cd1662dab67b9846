"""What a member types after a command's name, checked as a client would and made what a bot gets."""

from typing import Any

from sandbox.discord import permissions
from sandbox.discord.guild import Guild
from sandbox.discord.model import Member
from sandbox.discord.world import World
from sandbox.wire import Json

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
"""Option types."""


class Outdated(Exception):
    """What a member's client refuses to send, with the sentence it shows."""


class Typed:
    """What a member typed after a command's name, checked as a client would and as a bot gets it."""

    def __init__(self, world: World, guild: Guild | None, *, complete: bool) -> None:
        self.world = world
        self.guild = guild
        self.complete = complete
        """Whether all that is required must be there; not so while the member is typing."""
        self.resolved: Json = {}

    def options(self, offered: list[Json], given: list[Json]) -> list[Json]:
        """The given options as a bot gets them; `Outdated` if a client would not send them."""
        by_name = {option["name"]: option for option in offered}
        result = []
        for value in given:
            option = by_name.pop(value.get("name", ""), None)
            if option is None:
                raise Outdated(f"There is no option {value.get('name')}")
            result.append(self._option(option, value))
        missing = [name for name, option in by_name.items() if option.get("required")]
        needs_subcommand = any(option["type"] in (SUBCOMMAND, GROUP) for option in offered)
        if self.complete and (missing or (needs_subcommand and not given)):
            raise Outdated(f"Still to be filled in: {', '.join(missing) or 'a subcommand'}")
        return result

    def _option(self, option: Json, given: Json) -> Json:
        kind = option["type"]
        result: Json = {"name": option["name"], "type": kind}
        if kind in (SUBCOMMAND, GROUP):
            return result | {"options": self.options(option.get("options") or [], given.get("options") or [])}
        value = given.get("value")
        if given.get("focused"):
            return result | {"value": value, "focused": True}
        if not self.complete:
            # What is still being typed goes to the bot unchecked.
            return result | {"value": value}
        if kind == STRING:
            self._check_string(option, value)
        elif kind in (INTEGER, NUMBER):
            _check_number(option, value)
        elif kind == BOOLEAN and not isinstance(value, bool):
            raise Outdated(f"{option['name']} must be true or false")
        elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            value = str(value)
            self.resolve(kind, value, option["name"])
        elif kind == ATTACHMENT:
            raise Outdated(f"{option['name']}: the sandbox takes no files from members")
        return result | {"value": value}

    def _check_string(self, option: Json, value: Any) -> None:
        if not isinstance(value, str):
            raise Outdated(f"{option['name']} must be a text")
        low, high = option.get("min_length") or 0, option.get("max_length") or 6000
        if not low <= len(value) <= high or not value:
            raise Outdated(f"{option['name']} must have {low} to {high} characters")
        _check_choice(option, value)

    def resolve(self, kind: int, value: str, name: str) -> None:
        """Adds what an id stands for to the resolved data; `Outdated` if there is nothing of that id."""
        own = int(value) if value.isdecimal() else 0
        if kind in (USER, MENTIONABLE) and own in self.world.users:
            self.resolved.setdefault("users", {})[value] = self.world.users[own].payload()
            member = self.guild.members.get(own) if self.guild else None
            if self.guild and member:
                granted = str(self.guild.permissions_of(own))
                self.resolved.setdefault("members", {})[value] = _partial(member, granted)
        elif kind in (ROLE, MENTIONABLE) and self.guild and own in self.guild.roles:
            self.resolved.setdefault("roles", {})[value] = self.guild.roles[own].payload()
        elif kind == CHANNEL and self.guild and own in self.guild.channels:
            channel = self.guild.channels[own].payload() | {"permissions": str(permissions.EVERYONE)}
            self.resolved.setdefault("channels", {})[value] = channel
        else:
            raise Outdated(f"{name} names nothing that exists here")


def _partial(member: Member, granted: str) -> Json:
    return {key: value for key, value in member.payload().items() if key not in ("deaf", "mute")} | {
        "permissions": granted
    }


def _check_number(option: Json, value: Any) -> None:
    whole = option["type"] == INTEGER
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise Outdated(f"{option['name']} must be a {'whole ' if whole else ''}number")
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and value < low) or (high is not None and value > high):
        raise Outdated(f"{option['name']} is out of range")
    _check_choice(option, value)


def _check_choice(option: Json, value: Any) -> None:
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise Outdated(f"{option['name']} must be one of the choices")
