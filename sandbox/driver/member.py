"""A member that a test drives: it connects like a page, acts, and sees what a member may see."""

import asyncio
import itertools
import json
from base64 import b64encode
from dataclasses import dataclass
from typing import Any, Self, TypeAlias
from urllib.parse import quote

import aiohttp

from sandbox.discord.checks.commands import ATTACHMENT, CHANNEL, MENTIONABLE, ROLE, STRING, USER
from sandbox.discord.components import BUTTON, SELECTS, TEXT_INPUT
from sandbox.driver.member_view import TIMEOUT_SECONDS, MemberView
from sandbox.driver.message import Message, Modal
from sandbox.json_helpers import Json, children, dumps

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


class DrivenMember(MemberView):
    """A member that acts. Actions raise `DriverError` if the sandbox refuses them or the bot does not respond."""

    def __init__(self, name: str, member_id: str, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__(name, member_id)
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
        name, given = _command_data(self, command, options)
        return await self._act("slash", channel_id=self.channels[self.channel], name=name, options=given)

    async def choices(self, command: str, option: str, typed: str = "", **options: Any) -> list[Json]:
        """The completions of an option into which the member typed `typed`; each has a `name` and a `value`."""
        name, given = _command_data(self, command, {**options, option: typed})
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


def _command_data(view: MemberView, command: str, options: dict[str, Any]) -> tuple[str, list[Json]]:
    """The name and options of a command such as `"coup new"`; members, channels and roles are given by name.

    A file is given as its name and its content. Raises `DriverError` if the member may not use such a command.
    """
    offered = view.commands
    name, *path = command.split()
    levels: list[Json] = []
    for step in (name, *path):
        level = next((option for option in offered if option["name"] == step), None)
        if level is None:
            raise DriverError(f"There is no command /{command}")
        levels.append(level)
        offered = children(level, "options")
    kinds = {option["name"]: option["type"] for option in offered}
    ids = {USER: view.people, MENTIONABLE: view.people | view.roles, CHANNEL: view.channels, ROLE: view.roles}
    given: list[Json] = []
    for key, value in options.items():
        kind = kinds.get(key, STRING)
        value = _data_url(*value) if kind == ATTACHMENT else ids.get(kind, {}).get(str(value), value)
        given.append({"name": key, "type": kind, "value": value})
    for level in reversed(levels[1:]):
        given = [{"name": level["name"], "type": level["type"], "options": given}]
    return name, given


def _data_url(name: str, content: bytes) -> str:
    return f"data:application/octet-stream;name={quote(name, safe='')};base64,{b64encode(content).decode()}"
