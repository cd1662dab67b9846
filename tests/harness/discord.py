"""SimGuild: a Discord server in SimCord with members, and methods for what the members do and see."""

import asyncio
import gc
from collections.abc import Sequence
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.results import InteractionResult

from bot.client import CoupBot
from bot.runtime.clock import Clock
from bot.tables.table import UNUSED_SECONDS, Table
from bot.tables.transitions.transition import Change
from sandbox.discord.components import TEXT, walk

NAMES = ("Ana", "Ben", "Cleo", "Dov")


class SimulatedClock(Clock):
    """The bot's clock in tests: it shows SimCord's time, or one that is `ahead` of it by some seconds."""

    env: simcord.Env | None = None
    ahead: float = 0.0

    def now(self) -> float:
        """Seconds since 1970."""
        return 0.0 if self.env is None else self.env.now().timestamp() + self.ahead

    async def sleep_until(self, moment: float) -> None:
        """Waits until a test has advanced the time to `moment`, in seconds since 1970."""
        if self.env is not None and moment > self.now():
            await self.env.external_wait(asyncio.sleep(moment - self.now()), reason="a deadline")


class SimGuild:
    """The server "The Court" with a channel, members (the first may manage the server) and the bot."""

    def __init__(self, env: simcord.Env, bot: CoupBot, names: Sequence[str] = NAMES) -> None:
        self.env = env
        self.bot = bot
        self._table: Table | None = None
        self.started: InteractionResult | None = None
        """The click on Start with which `play` has begun the last game, and its response."""
        bot.tables.listeners.append(self._changed)
        self.discord_guild = env.create_guild("The Court")
        self.channel = self.discord_guild.create_text_channel("coup")
        moderator = self.discord_guild.create_role("moderator", permissions=discord.Permissions(manage_guild=True))
        self.users = {name: env.create_user(name) for name in names}
        self.members: dict[str, MemberActor] = {
            name: self.discord_guild.add_member(user, roles=[moderator] if name == names[0] else [])
            for name, user in self.users.items()
        }

    def __getitem__(self, name: str) -> MemberActor:
        return self.members[name]

    @property
    def table(self) -> Table:
        """The live table of the channel."""
        assert self._table is not None
        assert not self._table.state.has_ended
        return self._table

    @property
    def live_message(self) -> Any:
        """The table's live message."""
        return next(message for message in self.channel.history() if message.id == self.table.posted.message_id)

    def _changed(self, table: Table, _: Change) -> None:
        self._table = table

    def forget(self) -> None:
        """Drops the reference to the table, which would otherwise keep it in memory."""
        self._table = None

    def pinged(self, message: Any) -> list[str]:
        """Returns the names of the members pinged by a message."""
        # SimCord also lists members whom the message was not allowed to mention; Discord does not.
        users = self.env.backend.get_message(message.channel.id, message.id).ping_user_ids
        return [name for name, user in self.users.items() if user.id in users]

    async def slash(self, name: str, command: str, /, **options: Any) -> InteractionResult:
        """A member uses a command in the channel."""
        return await self.members[name].slash(self.channel, command, **options)

    async def click(self, name: str, label: str, message: Any = None) -> InteractionResult:
        """A member clicks a button by its label, on the table message unless another one is passed.

        The label may be without the names of the players who alone may click it.
        """
        message = message or self.live_message
        offered = labels(message)
        named = [each for each in offered if each.startswith(f"{label} · ")]
        return await self.members[name].click(message, label=named[0] if named and label not in offered else label)

    async def select(self, name: str, message: Any, values: list[str], start: str = "") -> Any:
        """A member selects values in the select whose placeholder begins with `start`.

        Returns the bot's response.
        """
        part = next(
            part
            for part in controls(message)
            if part["type"] == 3 and part.get("placeholder", "").startswith(start)
        )
        return (await self.members[name].select(message, values, custom_id=part["custom_id"])).response

    async def choose(self, name: str, message: Any, start: str, *chosen: Any) -> Any:
        """A member chooses users, roles or channels in the select whose placeholder begins with `start`.

        Returns the bot's response.
        """
        part = next(part for part in controls(message) if part.get("placeholder", "").startswith(start))
        return (await self.members[name].select(message, list(chosen), custom_id=part["custom_id"])).response

    async def switch(self, name: str, label: str) -> InteractionResult:
        """A member clicks a button of `/coup settings`, by its label."""
        return await self.click(name, label, (await self.slash(name, "coup settings")).response)

    async def forge(self, name: str, kind: int, data: dict[str, Any], message: Any = None) -> InteractionResult:
        """Delivers an interaction of type `kind` with an arbitrary payload, which no real client would send."""
        extra, source = None, None
        if message is not None:
            stored = self.env.backend.get_message(self.channel.id, message.id)
            extra, source = {"message": dict(serializers.message_payload(self.env.backend, stored))}, stored.id
        return await self.members[name]._dispatch_interaction(
            kind, self.channel, data, extra=extra, source_message_id=source
        )

    async def forge_click(self, name: str, custom_id: str, *values: str, message: Any = None) -> InteractionResult:
        """A member clicks a control with this custom id, or selects values in it, even if no message has it."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2, "id": 1}
        return await self.forge(
            name, 3, data | ({"values": list(values)} if values else {}), message or self.live_message
        )

    async def forge_command(self, name: str, command: str, *options: dict[str, Any], typing: bool = False) -> Any:
        """A member uses a command, or with `typing` its autocomplete, with arbitrary options."""
        root, *path = command.split()
        inner: list[dict[str, Any]] = list(options)
        for depth, part in enumerate(reversed(path)):
            inner = [{"type": 1 if depth == 0 else 2, "name": part, "options": inner}]
        data = {"id": "1", "name": root, "type": 1, "options": inner}
        return await self.forge(name, 4 if typing else 2, data)

    async def show_hands(self, *names: str) -> None:
        """Members look at their hands; otherwise the response to a member's first answer is the hand."""
        for name in names:
            await self.click(name, "My hand")

    async def play(self, *names: str, **settings: Any) -> Table:
        """Opens a table, seats these members and starts the game. Returns the table."""
        await self.slash(names[0], "coup new", **settings)
        for name in names[1:]:
            await self.click(name, "Join")
        self.started = await self.click(names[0], "Start")
        return self.table


def said(result: InteractionResult) -> str:
    """Returns the texts of all responses to an interaction, one on each line."""
    answers = [*([result.response] if result.response else []), *result.followups]
    return "\n".join(text for answer in answers for text in (answer.content, *texts(answer.components)) if text)


def texts(parts: Any) -> list[str]:
    """Returns all texts in components, which may be Discord's JSON or discord.py's objects."""
    return [part["content"] for part in walk(_raw(parts)) if part["type"] == TEXT]


def shown(message: Any) -> str:
    """Returns all texts of a message."""
    return "\n".join((message.content, *texts(message.components)))


def controls(message: Any) -> list[dict[str, Any]]:
    """Returns the enabled buttons and selects of a message or a response, as Discord's JSON."""
    return [part for part in walk(_raw(message.components)) if "custom_id" in part and not part.get("disabled")]


def labels(message: Any) -> list[str]:
    """Returns the labels of the enabled buttons of a message or a response."""
    return [part["label"] for part in controls(message) if "label" in part]


def reminders(guild: SimGuild) -> list[Any]:
    """Returns the reminders in the channel."""
    return [message for message in guild.channel.history() if "waiting for your answer" in message.content]


def _raw(parts: Any) -> list[dict[str, Any]]:
    return [part if isinstance(part, dict) else part.to_dict() for part in parts]


async def host_menu(guild: SimGuild, name: str = "Ana") -> Any:
    """Opens the host's menu of the table as its host."""
    return (await guild.click(name, "Host's menu")).response


async def forget_tables(guild: SimGuild) -> None:
    """Advances the clock until the bot has dropped every table from memory."""
    guild.forget()
    await guild.env.advance_time(UNUSED_SECONDS + 60)
    await guild.bot.tables.schedule.poll()
    gc.collect()
    assert len(guild.bot.tables.cache) == 0


async def lesson_of(guild: SimGuild, name: str) -> Table | None:
    """The lesson that a member is in."""
    return await guild.bot.tables.lessons.of(guild[name].id, guild.discord_guild.id)


async def begin_lesson(guild: SimGuild, name: str, place: Any) -> tuple[Table, Any]:
    """A member's new lesson, and the bot's response to the command in a channel."""
    answer = await guild[name].slash(place, "coup learn")
    table = await lesson_of(guild, name)
    assert table is not None
    return table, answer


def thread_of(guild: SimGuild, table: Table) -> Any:
    """The thread of a lesson."""
    return next(each for each in guild.channel.threads if each.id == table.state.channel_id)
