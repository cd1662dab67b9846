"""A channel and its threads, with one interface for both simulations of Discord: SimCord and the sandbox."""

import contextlib
import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.render.texts.catalogue import texts_for
from engine import ROLES
from sandbox.discord.components import walk
from sandbox.driver import DrivenMember, Message
from tests.cogs.agreement.evening_script import Step
from tests.harness.discord import NAMES, SimGuild

ROLE = (
    f"(?:2 )?(?:{'|'.join(texts_for('en')(f'role-{role}') for role in ROLES)})s?"
    r"(?: \((?:Inheritance|Treaty|Vengeance)\))?"
)
HIDDEN = (
    (re.compile(r"<t:\d+:\w>"), "<a moment>"),
    (re.compile(r"<#\d+>"), "#a channel"),
    (re.compile(r"https://discord\.com/channels/[\d/]+"), "a link"),
    (re.compile(r"`[0-9a-f]{64}`|`[0-9a-f]{16}…`"), "`a seed`"),
    (
        re.compile(
            r"(Your hand\n|You have |[Ll]ost |Lost: |turned up |loses |the game: |Lose |\*\*: )"
            rf"{ROLE}(?:(?:, | and ){ROLE})*"
        ),
        r"\1a card",
    ),
    (re.compile(r"\([\w-]+, medium AI\)"), "(an AI)"),
    (re.compile(r"(You have it|A bluff)\. "), ""),
    # Who is rated, and how, depends on the order in which the games in the three channels end.
    (re.compile(r" · rating \d+\?? \(\W\d+\)"), ""),
    # Bluffs, titles and what turned a game depend on the cards that were dealt.
    (re.compile(r"(\d turns?), [^.\n]*bluff[^.\n]*\."), r"\1."),
    (re.compile(r"\n(?:\*\*Biggest bluff|\*\*Turning point|[🎭😇🩹🔍⚔🫣🙈])[^\n]*"), ""),
    # A hand of two equal cards offers one choice, other hands two.
    (re.compile(r"(\[Lose a card: style \d\])(?:\n\1)+"), r"\1"),
)
"""Patterns of texts that differ from game to game, each with its replacement."""

OF_THREADS = (18, 21)
"""The types of Discord's own messages about a thread. SimCord sends one of them with the type of another."""


class Stage(ABC):
    """A channel with its threads and members in one of the two simulations."""

    @abstractmethod
    async def slash(self, name: str, command: str, **options: Any) -> None:
        """A member uses a command; in the thread of a game, if the newest table message is in it."""

    @abstractmethod
    async def use(self, name: str, message: Any, part: Mapping[str, Any], *values: str) -> None:
        """A member clicks a button, or selects values in a select."""

    @abstractmethod
    def messages(self, name: str) -> list[tuple[Any, dict[str, Any]]]:
        """Returns the messages a member sees, oldest first, each with its JSON as Discord would send it."""

    def place(self, name: str, command: str) -> int:
        """Returns the id of the place to use a command in: the one with the newest table message, or 0 to open a
        table.
        """
        cards = (raw["channel_id"] for _, raw in reversed(self.messages(name)) if not raw["flags"] & 64)
        return 0 if command == "coup new" else int(next(cards))

    @abstractmethod
    def threads(self, name: str) -> list[tuple[str, bool]]:
        """Returns the name of each thread that a member sees, oldest first, and whether it is archived."""

    async def do(self, step: Step) -> None:
        """Does a step of the script."""
        kind, name, what, *options = step
        match kind:
            case "slash":
                await self.slash(name, what, **(options[0] if options else {}))
            case "click":
                await self.click(name, what)
            case "pick":
                await self.pick(name, what)

    @abstractmethod
    def known(self) -> dict[str, str]:
        """Returns the members' names by their ids."""

    async def click(self, name: str, label: str) -> None:
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
        told = [f"== thread {thread}{', archived' if archived else ''}" for thread, archived in self.threads(name)]
        text = "\n\n".join((*told, *("\n".join(_described(raw, self.known())) for _, raw in self.messages(name))))
        for number, known in self.known().items():
            text = text.replace(f"<@{number}>", f"@{known}")
        for pattern, instead in HIDDEN:
            text = pattern.sub(instead, text)
        return text

    def first(self) -> str:
        """Returns the name of the player who has the first turn, which is random."""
        found = re.search(r"(\w+)(?:\*\*)?, choose an action", self.sees(NAMES[0]))
        assert found is not None
        return found[1]

    def _controls(self, name: str) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yields every enabled control with its message, the newest message first."""
        for message, raw in reversed(self.messages(name)):
            for part in walk(raw["components"]):
                if "custom_id" in part and not part.get("disabled"):
                    yield message, part


class InProcess(Stage):
    """A channel in SimCord."""

    def __init__(self, guild: SimGuild) -> None:
        self.guild = guild

    async def slash(self, name: str, command: str, **options: Any) -> None:
        threads = {thread.id: thread for thread in self.guild.channel.threads}
        place = threads.get(self.place(name, command), self.guild.channel)
        self._open(place.id)
        await self.guild[name].slash(place, command, **options)

    async def use(self, name: str, message: Any, part: Mapping[str, Any], *values: str) -> None:
        self._open(message.channel.id)
        if values:
            await self.guild[name].select(message, list(values), custom_id=part["custom_id"])
        else:
            await self.guild[name].click(message, custom_id=part["custom_id"])

    def messages(self, name: str) -> list[tuple[discord.Message, dict[str, Any]]]:
        places = (self.guild.channel, *self.guild.channel.threads)
        found = (message for place in places for message in place.history(viewer=self.guild[name]))
        return [
            (
                message,
                {
                    "channel_id": message.channel.id,
                    "type": message.type.value,
                    "flags": message.flags.value,
                    "author": {"bot": message.author.bot},
                    "content": message.content,
                    "edited_timestamp": message.edited_at,
                    "mentions": [{"id": str(self.guild[name].id)} for name in self.guild.pinged(message)],
                    "components": [part.to_dict() for part in message.components],
                    "threaded": message.channel.id != self.guild.channel.id,
                },
            )
            for message in sorted(found, key=lambda message: message.id)
            if message.type.value not in OF_THREADS
        ]

    def threads(self, name: str) -> list[tuple[str, bool]]:
        return [(str(thread.name), self._archived(thread.id)) for thread in self.guild.channel.threads]

    def known(self) -> dict[str, str]:
        return {str(user.id): name for name, user in self.guild.users.items()}

    def _archived(self, thread_id: int) -> bool:
        facts = self.guild.env.backend.get_channel(thread_id).thread_metadata
        return facts is not None and facts.archived

    def _open(self, place_id: int) -> None:
        """Opens a thread that is archived, as members' clients do before anything is done there."""
        facts = self.guild.env.backend.get_channel(place_id).thread_metadata
        if facts is not None:
            facts.archived = False


class OverSockets(Stage):
    """A channel in the sandbox; its members may use other channels too."""

    def __init__(self, members: dict[str, DrivenMember], channel: str) -> None:
        self.members = members
        self.channel = channel

    async def slash(self, name: str, command: str, **options: Any) -> None:
        member = self.members[name]
        threads = {int(thread["id"]): thread["name"] for thread in self._threads(member)}
        member.channel = threads.get(self.place(name, command), self.channel)
        await member.slash(command, **options)

    async def use(self, name: str, message: Any, part: Mapping[str, Any], *values: str) -> None:
        member, custom_id = self.members[name], part["custom_id"]
        if values:
            await member.select(None, *values, message=message, custom_id=custom_id)
        else:
            await member.click(message=message, custom_id=custom_id)

    def messages(self, name: str) -> list[tuple[Message, dict[str, Any]]]:
        member = self.members[name]
        home = member.channels[self.channel]
        places = {home, *(thread["id"] for thread in self._threads(member))}
        found = (message for message in member.seen.values() if message.channel_id in places)
        return [
            (message, message.raw | {"threaded": message.channel_id != home})
            for message in sorted(found, key=lambda message: int(message.id))
            if message.raw["type"] not in OF_THREADS
        ]

    def threads(self, name: str) -> list[tuple[str, bool]]:
        return [
            (thread["name"], thread["thread_metadata"]["archived"]) for thread in self._threads(self.members[name])
        ]

    def known(self) -> dict[str, str]:
        return {member.id: name for name, member in self.members.items()}

    def _threads(self, member: DrivenMember) -> list[dict[str, Any]]:
        home = member.channels[self.channel]
        own = (thread for thread in member.threads.values() if thread["parent_id"] == home)
        return sorted(own, key=lambda thread: int(thread["id"]))

    async def shows(self, other: Stage, step: Step) -> None:
        """Waits until each member sees the same in both simulations. Fails if that takes too long."""
        for name, member in self.members.items():
            expected = other.sees(name)
            with contextlib.suppress(TimeoutError):
                await member.until(lambda name=name, seen=expected: self.sees(name) == seen)
            found = difflib.unified_diff(expected.split("\n"), self.sees(name).split("\n"), "SimCord", "sandbox")
            assert self.sees(name) == expected, "\n".join((f"{name}, after {step}:", *found))


def _described(raw: dict[str, Any], known: Mapping[str, str]) -> Iterator[str]:
    """Yields the lines of a text that describes a message."""
    facts = ["the bot" if raw["author"].get("bot") else "a member"]
    if raw["flags"] & 64:
        facts.append("to you alone")
    if raw["type"] == 20:  # the response to a click is a reply (19) in the sandbox, and nothing special in SimCord
        facts.append("after a command")
    if raw["threaded"]:
        facts.append("in a thread")
    if raw["edited_timestamp"]:
        facts.append("edited")
    else:
        facts += sorted(f"pings {known[user['id']]}" for user in raw["mentions"])  # an edit pings nobody
    yield f"== {', '.join(facts)}"
    if raw["content"]:
        yield raw["content"]
    for part in walk(raw["components"]):
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
