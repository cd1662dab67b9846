"""A member that a test drives: it connects like a page, acts, and sees what a member may see."""

import asyncio
import itertools
import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self, TypeAlias, TypeVar
from urllib.parse import quote

import aiohttp

from sandbox.discord.checks.commands import ATTACHMENT, CHANNEL, MENTIONABLE, ROLE, STRING, USER
from sandbox.discord.components import BUTTON, SELECTS, TEXT_INPUT
from sandbox.driver.message import Message, Modal
from sandbox.json_helpers import Json, children, dumps

T = TypeVar("T")
TIMEOUT_SECONDS = 60.0
"""Seconds to wait for a change by default: enough on a machine with more work than processors."""
_Answer: TypeAlias = tuple[Json, Message | None]
"""The sandbox's answer to a request, and the message that the response posted or edited."""


class DriverError(Exception):
    """An action failed or is not possible; the text is the sentence that a member would read."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The bot's response to an action: the message that it posted or edited, or a modal, or neither."""

    message: Message | None = None
    modal: Modal | None = None
    seconds: float = 0.0
    """Time from the action to the bot's response."""

    @property
    def text(self) -> str:
        """The message's text; empty if there is no message."""
        return self.message.text if self.message else ""


class DrivenMember:
    """A member of the sandbox: reads what is shown to the member, and acts.

    Actions raise `DriverError` if the sandbox refuses them or the bot does not respond.
    """

    def __init__(self, name: str, member_id: str, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.name = name
        self.id = member_id
        self.online = False
        """Whether a bot is connected."""
        self.commands: list[Json] = []
        self.channels: dict[str, str] = {}
        """The ids of channels and threads by name; `@dm` is the direct channel with the bot."""
        self.threads: dict[str, Json] = {}
        """Discord's channel object of each thread that the member sees, by id."""
        self.people: dict[str, str] = {}
        """The ids of the guild's members by name."""
        self.roles: dict[str, str] = {}
        self.seen: dict[str, Message] = {}
        """Every visible message by id, oldest first."""
        self.edits = 0
        """Number of edits of messages so far."""
        self.channel = ""
        """The name of the channel that the member acts in."""
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._socket = socket
        self._nonces = itertools.count(1)
        self._answers: dict[str, asyncio.Future[_Answer]] = {}
        self._listener: asyncio.Task[None] | None = None

    async def open(self) -> Self:
        """Receives the first frame; after that, the member can act."""
        self._receive(json.loads(await self._socket.receive_str(timeout=TIMEOUT_SECONDS)))
        self._listener = asyncio.create_task(self._listen(), name=f"member {self.name}")
        return self

    async def close(self) -> None:
        """Disconnects."""
        await self._socket.close()
        if self._listener:
            await self._listener

    async def slash(self, command: str, **options: Any) -> Reply:
        """Uses a command such as `"coup new"`; members, channels and roles are given by name."""
        name, given = self._command_data(command, options)
        return await self._act("slash", channel_id=self.channels[self.channel], name=name, options=given)

    async def choices(self, command: str, option: str, typed: str = "", **options: Any) -> list[Json]:
        """The completions of an option into which the member typed `typed`; each has a `name` and a `value`."""
        name, given = self._command_data(command, {**options, option: typed})
        innermost = given
        while innermost and innermost[0].get("type") in (1, 2):
            innermost = innermost[0]["options"]
        next(entry for entry in innermost if entry["name"] == option)["focused"] = True
        channel_id = self.channels[self.channel]
        answer, _ = await self._ask("autocomplete", channel_id=channel_id, name=name, options=given)
        return answer.get("choices", [])

    async def menu(self, command: str, member: str) -> Reply:
        """Uses an entry in the menu of the member of this name."""
        channel_id = self.channels[self.channel]
        return await self._act("menu", channel_id=channel_id, name=command, target_id=self.people[member])

    async def launch(self) -> Reply:
        """Opens the application's Activity, which the application must handle itself."""
        return await self._act("launch", channel_id=self.channels[self.channel])

    async def click(
        self, label: str | None = None, *, message: Message | None = None, custom_id: str | None = None
    ) -> Reply:
        """Clicks an enabled button; without `message`, on the newest message in the channel that has one."""
        message, part = self._find(message, (BUTTON,), label, custom_id)
        return await self._use(message, part)

    async def select(
        self, select: str | None, *chosen: str, message: Message | None = None, custom_id: str | None = None
    ) -> Reply:
        """Chooses in a select found by its placeholder: options by label; members, channels or roles by name."""
        message, part = self._find(message, SELECTS, select, custom_id)
        return await self._use(message, part, values=[self._value(part, label) for label in chosen])

    async def fill(self, modal: Modal, values: dict[str, Any]) -> Reply:
        """Submits a modal with values by label or custom id; other fields keep their defaults."""
        parts: list[Json] = []
        for label, part in modal.fields.items():
            value = values.get(label, values.get(part["custom_id"]))
            field: Json = {"custom_id": part["custom_id"]}
            if part["type"] == TEXT_INPUT:
                field["value"] = part.get("value", "") if value is None else str(value)
            else:
                chosen: list[str] = [value] if isinstance(value, str) else value or []
                field["values"] = [self._value(part, label) for label in chosen] or [
                    option["value"] for option in children(part, "options") if option.get("default")
                ]
            parts.append(field)
        return await self._act("modal", modal=modal.id, components=parts)

    async def say(self, content: str) -> None:
        """Posts a plain message."""
        await self._send("say", channel_id=self.channels[self.channel], content=content)

    async def dismiss(self, message: Message) -> None:
        """Dismisses an ephemeral message."""
        await self._send("dismiss", message_id=message.id)

    async def settings(self, *, dms_closed: bool) -> None:
        """Opens or closes the member's direct messages."""
        await self._send("settings", dms_closed=dms_closed)

    # Reading what is shown

    async def sees(
        self,
        text: str,
        *,
        timeout: float = TIMEOUT_SECONDS,  # noqa: ASYNC109 - the error names the last messages
        channel: str | None = None,
    ) -> Message:
        """Waits until a message with this text is visible and returns the newest. Raises TimeoutError."""
        return await self.until(lambda: self.find(text, channel=channel), timeout=timeout, what=repr(text))

    async def until(
        self,
        condition: Callable[[], T | None],
        *,
        timeout: float = TIMEOUT_SECONDS,  # noqa: ASYNC109 - the error names the last messages
        what: str = "what was waited for",
    ) -> T:
        """Calls the function after every frame until it returns a true value; returns that value.

        Raises TimeoutError, whose text has `what` and the last messages, and any exception of the function.
        """
        if value := condition():
            return value
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        entry = (condition, future)
        self._waiting.append(entry)
        try:
            async with asyncio.timeout(timeout):
                return await future
        except TimeoutError:
            last = "\n---\n".join(message.text for message in list(self.seen.values())[-4:])
            raise TimeoutError(f"{self.name} did not see {what} in {timeout} s; the last seen:\n{last}") from None
        finally:
            if entry in self._waiting:
                self._waiting.remove(entry)

    def find(self, text: str, *, channel: str | None = None) -> Message | None:
        """The newest visible message with this text, in any channel if none is named."""
        channel_id = self.channels[channel] if channel else None
        for message in reversed(self.seen.values()):
            if text in message.text and channel_id in (None, message.channel_id):
                return message
        return None

    def messages(self, channel: str | None = None) -> list[Message]:
        """The public messages of a channel or thread, by its name or id, oldest first.

        Those of the member's own channel if none is named.
        """
        name = channel or self.channel
        channel_id = self.channels.get(name, name)
        return [
            message for message in self.seen.values() if message.channel_id == channel_id and not message.ephemeral
        ]

    def ephemerals(self) -> list[Message]:
        """The messages that only this member sees, oldest first."""
        return [message for message in self.seen.values() if message.ephemeral]

    def dms(self) -> list[Message]:
        """The direct messages with the bot, oldest first."""
        channel_id = self.channels.get("@dm")
        return [message for message in self.seen.values() if message.channel_id == channel_id]

    async def _act(self, kind: str, **facts: Any) -> Reply:
        answer, message = await self._ask(kind, **facts)
        opened = answer.get("modal")
        modal = Modal(opened["interaction"], opened["title"], opened["components"]) if opened else None
        return Reply(message, modal, answer.get("seconds", 0.0))

    async def _ask(self, kind: str, **facts: Any) -> _Answer:
        nonce = str(next(self._nonces))
        answer = self._answers[nonce] = asyncio.get_running_loop().create_future()
        await self._send(kind, nonce=nonce, **facts)
        frame, message = await answer
        if not frame["ok"]:
            raise DriverError(frame.get("error", ""))
        return frame, message

    async def _send(self, kind: str, **facts: Any) -> None:
        await self._socket.send_str(dumps({"t": kind, **facts}))

    def _command_data(self, command: str, options: dict[str, Any]) -> tuple[str, list[Json]]:
        """The name and options of a command such as `"coup new"`; members, channels and roles are given by name.

        A file is given as its name and its content. Raises `DriverError` if the member may not use such a command.
        """
        offered = self.commands
        name, *path = command.split()
        levels: list[Json] = []
        for step in (name, *path):
            level = next((option for option in offered if option["name"] == step), None)
            if level is None:
                raise DriverError(f"There is no command /{command}")
            levels.append(level)
            offered = children(level, "options")
        kinds = {option["name"]: option["type"] for option in offered}
        ids = {USER: self.people, MENTIONABLE: self.people | self.roles, CHANNEL: self.channels, ROLE: self.roles}
        given: list[Json] = []
        for key, value in options.items():
            kind = kinds.get(key, STRING)
            value = _data_url(*value) if kind == ATTACHMENT else ids.get(kind, {}).get(str(value), value)
            given.append({"name": key, "type": kind, "value": value})
        for level in reversed(levels[1:]):
            given = [{"name": level["name"], "type": level["type"], "options": given}]
        return name, given

    async def _use(self, message: Message, part: Json, **facts: Any) -> Reply:
        return await self._act(
            "click", channel_id=message.channel_id, message_id=message.id, custom_id=part["custom_id"], **facts
        )

    def _find(
        self, message: Message | None, types: tuple[int, ...], label: str | None, custom_id: str | None
    ) -> tuple[Message, Json]:
        """The newest message with such a component in the member's channel, and the component."""
        here = [other for other in self.seen.values() if other.channel_id == self.channels[self.channel]]
        for candidate in [self.seen.get(message.id, message)] if message else reversed(here):
            for part in candidate.parts:
                if part["type"] not in types or part.get("disabled") or "custom_id" not in part:
                    continue
                emoji: Json = part.get("emoji") or {}
                labels = (None, part.get("label"), part.get("placeholder"), emoji.get("name"))
                if custom_id in (None, part["custom_id"]) and label in labels:
                    return candidate, part
        raise DriverError(f"{self.name} sees nothing to press named {label or custom_id!r}")

    def _value(self, part: Json, label: str) -> str:
        for option in children(part, "options"):
            if label in (option["label"], option["value"]):
                return option["value"]
        return next((named[label] for named in (self.people, self.channels, self.roles) if label in named), label)

    async def _listen(self) -> None:
        async for message in self._socket:
            frame: Json = json.loads(message.data)
            self._receive(frame)
            if frame["t"] == "ack":
                answer = self._answers.pop(frame["nonce"] or "", None)
                if answer and not answer.done():
                    # The message as it is now: the bot may edit it again before the task that waits runs.
                    answer.set_result((frame, self.seen.get(frame.get("message_id", ""))))
            self._check_waiting()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(DriverError("The sandbox closed the connection"))

    def _receive(self, frame: Json) -> None:
        """Updates the view from a frame of the server; frames with the results of requests do not change it."""
        match frame["t"]:
            case "hello":
                self._begin(frame)
            case "state":
                self._update(frame["state"])
            case "message" | "message_update":
                self.edits += frame["t"] == "message_update"
                self.seen[frame["message"]["id"]] = Message(frame["message"])
            case "message_delete":
                self.seen.pop(frame["id"], None)
            case "channel":
                self._name_channel(frame["channel"])
                if history := frame.get("messages"):
                    known = self.seen | {raw["id"]: Message(raw) for raw in history}
                    self.seen = dict(sorted(known.items(), key=lambda entry: int(entry[0])))
            case "channel_delete":
                self._forget_channel(frame["channel"]["id"])
            case _:
                pass

    def _name_channel(self, channel: Json) -> None:
        """Adds or renames a channel or thread; a channel's name is never given to a thread."""
        self._forget_channel(channel["id"])
        if "thread_metadata" in channel:
            self.threads[channel["id"]] = channel
            if self.channels.get(channel["name"], channel["id"]) not in self.threads:
                return
        self.channels[channel["name"]] = channel["id"]

    def _forget_channel(self, channel_id: str) -> None:
        self.channels = {name: own for name, own in self.channels.items() if own != channel_id}
        self.threads.pop(channel_id, None)

    def _check_waiting(self) -> None:
        """Ends every wait whose condition is true now."""
        for condition, future in self._waiting:
            if not future.done():
                _check(condition, future)

    def _begin(self, hello: Json) -> None:
        for channel in hello["channels"]:
            self._name_channel(channel)
        self.channel = next(iter(self.channels), "")
        self._update(hello["state"])
        visible = [Message(raw) for found in hello["messages"].values() for raw in found]
        self.seen = {message.id: message for message in sorted(visible, key=lambda message: int(message.id))}

    def _update(self, state: Json) -> None:
        self.online = state.get("online", self.online)
        self.commands = state.get("commands", self.commands)
        self.people |= {person["global_name"]: person["id"] for person in state.get("members", ())}
        for direct in state.get("dms", ()):
            self.channels["@dm"] = direct["id"]
        if "guild" in state:
            self.roles = {role["name"]: role["id"] for role in state["guild"]["roles"]}


def _data_url(name: str, content: bytes) -> str:
    return f"data:application/octet-stream;name={quote(name, safe='')};base64,{b64encode(content).decode()}"


def _check(condition: Callable[[], Any], future: asyncio.Future[Any]) -> None:
    try:
        value = condition()
    except Exception as error:
        future.set_exception(error)
    else:
        if value:
            future.set_result(value)
