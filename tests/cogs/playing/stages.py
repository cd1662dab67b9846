"""A channel in either simulation of Discord, SimCord and the sandbox, played and read in the same way."""

import contextlib
import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

import discord

from sandbox.driver import DrivenMember, Message
from tests.cogs.court import NAMES, Court

PATIENCE = 15.0
"""Seconds to wait for what is expected; the bot spaces its requests to keep Discord's rate limits."""

Step = tuple[Any, ...]
"""One step of the script: what is done, by whom, and its arguments."""

ROLE = "(?:two )?(?:Ambassador|Assassin|Captain|Contessa|Duke)s?"
HIDDEN = (
    (re.compile(r"<t:\d+:\w>"), "<a moment>"),
    (re.compile(r"https://discord\.com/channels/[\d/]+"), "a link"),
    (re.compile(r"`[0-9a-f]{64}`|`[0-9a-f]{16}…`"), "`a seed`"),
    (
        re.compile(rf"(You hold|[Ll]ost|Lost:|turned up|Lose|\*\*:) {ROLE}(?:(?:, | and ){ROLE})*"),
        r"\1 a card",
    ),
    (re.compile(r"(You hold it|A bluff)\. "), ""),
    (re.compile(r"(\[Lose a card: style \d\])(?:\n\1)+"), r"\1"),  # two cards of one role are one choice
)
"""Patterns of what differs from game to game, each with its replacement."""


class Stage(ABC):
    """A channel and its members in one of the two simulations."""

    @abstractmethod
    async def slash(self, name: str, command: str, **options: Any) -> None:
        """A member uses a command."""

    @abstractmethod
    async def use(self, name: str, message: Any, part: Mapping[str, Any], *values: str) -> None:
        """A member clicks a button, or selects values in a select."""

    @abstractmethod
    def messages(self, name: str) -> list[tuple[Any, dict[str, Any]]]:
        """Returns the messages a member sees, oldest first, each with its JSON as Discord would send it."""

    @abstractmethod
    def known(self) -> dict[str, str]:
        """Returns the members' names by their ids."""

    async def press(self, name: str, label: str) -> None:
        """A member clicks the newest button whose label begins with `label`."""
        for message, part in self._controls(name):
            if part["type"] == 2 and part.get("label", "").startswith(label):
                return await self.use(name, message, part)
        raise AssertionError(f"{name} sees no button {label!r}:\n{self.sees(name)}")

    async def pick(self, name: str, label: str) -> None:
        """A member selects the option with this label in the newest select that has one."""
        for message, part in self._controls(name):
            for option in part.get("options") or ():
                if option["label"] == label:
                    return await self.use(name, message, part, option["value"])
        raise AssertionError(f"{name} sees no option {label!r}:\n{self.sees(name)}")

    def sees(self, name: str) -> str:
        """Returns the channel as a member sees it, as text; HIDDEN patterns are replaced."""
        text = "\n\n".join("\n".join(_described(raw, self.known())) for _, raw in self.messages(name))
        for number, known in self.known().items():
            text = text.replace(f"<@{number}>", f"@{known}")
        for pattern, instead in HIDDEN:
            text = pattern.sub(instead, text)
        return text

    def first(self) -> str:
        """Returns the name of the player who has the first turn, which is random."""
        found = re.search(r"### Turn 1: (\w+)", self.sees(NAMES[0]))
        assert found is not None
        return found[1]

    def _controls(self, name: str) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yields every enabled control with its message, those of the newest message first."""
        for message, raw in reversed(self.messages(name)):
            for part in _parts(raw["components"]):
                if "custom_id" in part and not part.get("disabled"):
                    yield message, part


class InProcess(Stage):
    """A channel in SimCord."""

    def __init__(self, court: Court) -> None:
        self.court = court

    async def slash(self, name: str, command: str, **options: Any) -> None:
        await self.court.slash(name, command, **options)

    async def use(self, name: str, message: Any, part: Mapping[str, Any], *values: str) -> None:
        if values:
            await self.court[name].select(message, list(values), custom_id=part["custom_id"])
        else:
            await self.court[name].click(message, custom_id=part["custom_id"])

    def messages(self, name: str) -> list[tuple[discord.Message, dict[str, Any]]]:
        return [
            (
                message,
                {
                    "type": message.type.value,
                    "flags": message.flags.value,
                    "author": {"bot": message.author.bot},
                    "content": message.content,
                    "edited_timestamp": message.edited_at,
                    "mentions": [{"id": str(self.court[name].id)} for name in self.court.pinged(message)],
                    "components": [part.to_dict() for part in message.components],
                },
            )
            for message in self.court.channel.history(viewer=self.court[name])
        ]

    def known(self) -> dict[str, str]:
        return {str(user.id): name for name, user in self.court.users.items()}


class OverSockets(Stage):
    """A channel in the sandbox, by its name; its members may be in others too."""

    def __init__(self, members: dict[str, DrivenMember], channel: str) -> None:
        self.members = members
        self.channel = channel

    async def slash(self, name: str, command: str, **options: Any) -> None:
        self.members[name].channel = self.channel
        await self.members[name].slash(command, **options)

    async def use(self, name: str, message: Any, part: Mapping[str, Any], *values: str) -> None:
        member, custom_id = self.members[name], part["custom_id"]
        if values:
            await member.select(None, *values, message=message, custom_id=custom_id)
        else:
            await member.click(message=message, custom_id=custom_id)

    def messages(self, name: str) -> list[tuple[Message, dict[str, Any]]]:
        member = self.members[name]
        here = member.channels[self.channel]
        return [(message, message.raw) for message in member.seen.values() if message.channel_id == here]

    def known(self) -> dict[str, str]:
        return {member.id: name for name, member in self.members.items()}

    async def shows(self, other: Stage, step: Step) -> None:
        """Waits until every member sees the same here as on the other stage. Fails if that takes too long."""
        for name, member in self.members.items():
            expected = other.sees(name)
            with contextlib.suppress(TimeoutError):
                await member.until(lambda name=name, seen=expected: self.sees(name) == seen, timeout=PATIENCE)
            found = difflib.unified_diff(expected.split("\n"), self.sees(name).split("\n"), "SimCord", "sandbox")
            assert self.sees(name) == expected, "\n".join((f"{name}, after {step}:", *found))


def _parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component, nested ones too."""
    for part in components:
        yield part
        yield from _parts(part.get("components") or [])


def _described(raw: dict[str, Any], known: Mapping[str, str]) -> Iterator[str]:
    """Yields the lines of a text that describes a message."""
    facts = ["the bot" if raw["author"].get("bot") else "a member"]
    if raw["flags"] & 64:
        facts.append("to you alone")
    if raw["type"] == 20:  # the answer to a press is a reply (19) in the sandbox, and nothing special in SimCord
        facts.append("after a command")
    if raw["edited_timestamp"]:
        facts.append("edited")
    else:
        facts += [f"pings {known[user['id']]}" for user in raw["mentions"]]  # an edit pings nobody
    yield f"== {', '.join(facts)}"
    if raw["content"]:
        yield raw["content"]
    for part in _parts(raw["components"]):
        match part["type"]:
            case 2:
                gone = ", disabled" if part.get("disabled") else ""
                yield f"[{part.get('label')}: style {part['style']}{gone}]"
            case 3:
                yield f"[{part.get('placeholder')}: {part.get('min_values', 1)} to {part.get('max_values', 1)} of"
                for option in part["options"]:
                    yield f"  {option['label']}: {option.get('description') or ''}"
                yield "]"
            case 10:
                yield part["content"]
            case 14:
                yield "---"
            case 17:
                yield f"(colour {part.get('accent_color')})"
            case _:
                pass
