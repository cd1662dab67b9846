"""The server that the tests play on: its members, what they do and see. SimCord stands in for Discord."""

import asyncio
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.results import InteractionResult

from bot.client import CoupBot
from bot.tables.changes import Change
from bot.tables.session import TableSession

NAMES = ("Ana", "Ben", "Cleo", "Dov")


class CourtClock:
    """SimCord's clock, for the tables."""

    env: simcord.Env | None = None

    def now(self) -> float:
        """Seconds since 1970."""
        return 0.0 if self.env is None else self.env.now().timestamp()

    async def sleep_until(self, moment: float) -> None:
        """Returns at a moment, once a test has advanced the time so far."""
        if self.env is not None and moment > self.now():
            await self.env.external_wait(asyncio.sleep(moment - self.now()), reason="a deadline")


class Court:
    """The server "The Court" with its channel, its members (the first may manage it) and the bot."""

    def __init__(self, env: simcord.Env, bot: CoupBot) -> None:
        self.env = env
        self.bot = bot
        self._table: TableSession | None = None
        bot.tables.listeners.append(self._changed)
        self.guild = env.create_guild("The Court")
        self.channel = self.guild.create_text_channel("coup")
        moderator = self.guild.create_role("moderator", permissions=discord.Permissions(manage_guild=True))
        self.users = {name: env.create_user(name) for name in NAMES}
        self.members: dict[str, MemberActor] = {
            name: self.guild.add_member(user, roles=[moderator] if name == "Ana" else [])
            for name, user in self.users.items()
        }

    def __getitem__(self, name: str) -> MemberActor:
        return self.members[name]

    @property
    def table(self) -> TableSession:
        """The live table of the channel."""
        assert self._table is not None
        assert not self._table.ended
        return self._table

    @property
    def card(self) -> Any:
        """The message that is the table's live card."""
        return next(message for message in self.channel.history() if message.id == self.table.message_id)

    def _changed(self, table: TableSession, _: Change) -> None:
        self._table = table

    def pinged(self, message: Any) -> list[str]:
        """The names of those whom a message was allowed to ping, and did."""
        # SimCord lists as mentioned even those whom the message was not allowed to mention; Discord does not.
        users = self.env.backend.get_message(self.channel.id, message.id).ping_user_ids
        return [name for name, user in self.users.items() if user.id in users]

    async def slash(self, name: str, command: str, /, **options: Any) -> InteractionResult:
        """A member uses a command in the channel."""
        return await self.members[name].slash(self.channel, command, **options)

    async def click(self, name: str, label: str, message: Any = None) -> InteractionResult:
        """A member presses a button, of the card if no message is named."""
        return await self.members[name].click(message or self.card, label=label)

    async def select(self, name: str, message: Any, values: list[str], start: str = "") -> Any:
        """A member picks from the select whose placeholder begins with `start`. Returns the bot's answer."""
        part = next(
            part
            for part in controls(message)
            if part["type"] == 3 and part.get("placeholder", "").startswith(start)
        )
        return (await self.members[name].select(message, values, custom_id=part["custom_id"])).response

    async def forge(self, name: str, kind: int, data: dict[str, Any], message: Any = None) -> InteractionResult:
        """Delivers an interaction of Discord's kind with any payload, as no client of Discord's would send it."""
        extra, source = None, None
        if message is not None:
            stored = self.env.backend.get_message(self.channel.id, message.id)
            extra, source = {"message": dict(serializers.message_payload(self.env.backend, stored))}, stored.id
        return await self.members[name]._dispatch_interaction(
            kind, self.channel, data, extra=extra, source_message_id=source
        )

    async def forge_press(self, name: str, custom_id: str, *values: str, message: Any = None) -> InteractionResult:
        """A press of a control that need not be there."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2, "id": 1}
        return await self.forge(name, 3, data | ({"values": list(values)} if values else {}), message or self.card)

    async def forge_command(self, name: str, command: str, *options: dict[str, Any], typing: bool = False) -> Any:
        """A use of a command, or a completion, with any options."""
        root, *path = command.split()
        inner: list[dict[str, Any]] = list(options)
        for depth, part in enumerate(reversed(path)):
            inner = [{"type": 1 if depth == 0 else 2, "name": part, "options": inner}]
        data = {"id": "1", "name": root, "type": 1, "options": inner}
        return await self.forge(name, 4 if typing else 2, data)

    async def play(self, *names: str, **settings: Any) -> TableSession:
        """Returns the table of a game that these members have just begun."""
        await self.slash(names[0], "coup new", **settings)
        for name in names[1:]:
            await self.click(name, "Join")
        await self.click(names[0], "Start")
        return self.table


def said(result: InteractionResult) -> str:
    """Returns all texts that the bot answered an interaction with."""
    answers = [*([result.response] if result.response else []), *result.followups]
    return "\n".join(text for answer in answers for text in (answer.content, *texts(answer.components)) if text)


def texts(parts: Any) -> list[str]:
    """Returns all texts in components, given as Discord's JSON or as discord.py's objects."""
    found: list[str] = []
    for part in parts:
        raw = part if isinstance(part, dict) else part.to_dict()
        if raw["type"] == 10:
            found.append(raw["content"])
        found += texts(raw.get("components", ()))
    return found


def shown(message: Any) -> str:
    """Returns all texts of a message."""
    return "\n".join((message.content, *texts(message.components)))


def controls(message: Any) -> list[dict[str, Any]]:
    """Returns the enabled buttons and selects of a message or an answer, as Discord's JSON."""
    found: list[dict[str, Any]] = []
    waiting = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    while waiting:
        part = waiting.pop(0)
        waiting[:0] = part.get("components", ())
        if "custom_id" in part and not part.get("disabled"):
            found.append(part)
    return found
