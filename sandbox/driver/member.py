"""A member driven by a program: connects as the page does, acts, and sees what a member may see."""

import asyncio
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import aiohttp

from sandbox.driver.message import Message, Modal
from sandbox.driver.slash import DriverError, command_data
from sandbox.wire import Json, dumps

T = TypeVar("T")
PATIENCE = 5.0
"""Seconds that a driven member waits for something to happen, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What an act led to: the message that the bot posted or edited, or a form; both may be missing."""

    message: Message | None = None
    modal: Modal | None = None
    seconds: float = 0.0
    """How long the bot took to acknowledge."""

    @property
    def text(self) -> str:
        """The message's text; empty if there is no message."""
        return self.message.text if self.message else ""


class DrivenMember:
    """One member of the sandbox's server; all waiting ends with what is waited for or a `TimeoutError`."""

    def __init__(self, name: str, own: str, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.name = name
        self.id = own
        self.online = False
        self.commands: list[Json] = []
        self.channels: dict[str, str] = {}
        """Channel names to ids; `@dm` is the direct channel with the bot."""
        self.people: dict[str, str] = {}
        self.channel = ""
        """The name of the channel that the member acts in."""
        self.seen: dict[str, Message] = {}
        """Every message the member sees now, by id."""
        self.edits = 0
        """How many edits the member has seen."""
        self._socket = socket
        self._nonces = itertools.count(1)
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._modals: dict[str, Modal] = {}
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._listener: asyncio.Task[None] | None = None

    async def open(self) -> Self:
        """Hears the server's greeting; the member can then act."""
        self._hear(await self._socket.receive_json(timeout=PATIENCE))
        self.channel = next(iter(self.channels), "")
        self._listener = asyncio.create_task(self._listen(), name=f"member {self.name}")
        return self

    async def close(self) -> None:
        """Leaves."""
        await self._socket.close()
        if self._listener:
            await self._listener

    async def slash(self, command: str, **options: Any) -> Reply:
        """Uses a command such as `"coup new"`; members are given by name. `DriverError` if it fails."""
        name, given = self._spelled(command, options)
        return await self._act("slash", channel_id=self._place(), name=name, options=given)

    async def choices(self, command: str, option: str, typed: str = "", **options: Any) -> list[Json]:
        """The completions of an option, as name and value, when so much was typed."""
        name, given = self._spelled(command, {**options, option: typed})
        leaf = given
        while leaf and leaf[0].get("type") in (1, 2):
            leaf = leaf[0]["options"]
        next(entry for entry in leaf if entry["name"] == option)["focused"] = True
        answer = await self._ask("autocomplete", channel_id=self._place(), name=name, options=given)
        if not answer.get("ok", True) or "error" in answer:
            raise DriverError(answer["error"])
        return answer["choices"]

    async def click(
        self, label: str | None = None, *, message: Message | None = None, custom_id: str | None = None
    ) -> Reply:
        """Presses an enabled button, on the newest message here that has one if none is named."""
        message, part = self._find(message, lambda part: part["type"] == 2, label, custom_id)
        return await self._press(message, part)

    async def select(
        self,
        select: str | None,
        *chosen: str,
        message: Message | None = None,
        custom_id: str | None = None,
    ) -> Reply:
        """Picks options, by label, or members, by name, from a select found by its placeholder."""
        message, part = self._find(message, lambda part: part["type"] in (3, 5, 6, 7, 8), select, custom_id)
        return await self._press(message, part, values=[self._value(part, label) for label in chosen])

    async def fill(self, modal: Modal, values: dict[str, Any]) -> Reply:
        """Sends a form with these values by label or custom id; the others keep what was filled in."""
        parts = []
        for label, part in modal.fields.items():
            value = values.get(label, values.get(part["custom_id"]))
            own: Json = {"type": part["type"], "custom_id": part["custom_id"]}
            if part["type"] == 4:
                own["value"] = part.get("value", "") if value is None else str(value)
            else:
                chosen = [value] if isinstance(value, str) else value or []
                own["values"] = [self._value(part, label) for label in chosen] or [
                    option["value"] for option in part.get("options") or [] if option.get("default")
                ]
            parts.append(own)
        return await self._act("modal", modal=modal.id, components=parts)

    async def say(self, content: str) -> None:
        """Posts a plain message."""
        await self._socket.send_json({"t": "say", "channel_id": self._place(), "content": content})

    async def dismiss(self, message: Message) -> None:
        """Puts away an ephemeral message."""
        await self._socket.send_json({"t": "dismiss", "message_id": message.id})

    async def settings(self, *, dms_closed: bool) -> None:
        """Opens or closes the member's direct messages."""
        await self._socket.send_json({"t": "settings", "dms_closed": dms_closed})

    async def sees(
        self,
        text: str,
        *,
        timeout: float = PATIENCE,  # noqa: ASYNC109 - who waits in vain wants to hear what was seen
        channel: str | None = None,
    ) -> Message:
        """Waits until a message with this text can be seen and gives the newest one."""
        return await self.until(lambda: self.find(text, channel=channel), timeout=timeout, what=repr(text))

    async def until(
        self,
        found: Callable[[], T | None],
        *,
        timeout: float = PATIENCE,  # noqa: ASYNC109 - who waits in vain wants to hear what was seen
        what: str = "what was waited for",
    ) -> T:
        """Waits until the function finds something and gives it; asked whenever something happens."""
        if value := found():
            return value
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        entry = (found, future)
        self._waiting.append(entry)
        try:
            async with asyncio.timeout(timeout):
                return await future
        except TimeoutError:
            shown = "\n---\n".join(message.text for message in list(self.seen.values())[-4:])
            raise TimeoutError(f"{self.name} did not see {what} in {timeout} s; the last seen:\n{shown}") from None
        finally:
            if entry in self._waiting:
                self._waiting.remove(entry)

    def find(self, text: str, *, channel: str | None = None) -> Message | None:
        """The newest message with this text, if one can be seen now."""
        place = self.channels[channel] if channel else None
        for message in reversed(self.seen.values()):
            if text in message.text and place in (None, message.channel_id):
                return message
        return None

    def messages(self, channel: str | None = None) -> list[Message]:
        """What everyone sees in a channel, oldest first; the member's own channel if none is named."""
        place = self.channels[channel or self.channel]
        return [message for message in self.seen.values() if message.channel_id == place and not message.ephemeral]

    def ephemerals(self) -> list[Message]:
        """What only this member sees, oldest first."""
        return [message for message in self.seen.values() if message.ephemeral]

    def dms(self) -> list[Message]:
        """The direct messages with the bot, oldest first."""
        place = self.channels.get("@dm")
        return [message for message in self.seen.values() if message.channel_id == place]

    async def _act(self, kind: str, **facts: Any) -> Reply:
        answer = await self._ask(kind, **facts)
        if not answer["ok"]:
            raise DriverError(answer["error"])
        message = self.seen.get(answer.get("message_id", ""))
        return Reply(message, self._modals.get(answer.get("modal", "")), answer["seconds"])

    async def _ask(self, kind: str, **facts: Any) -> Json:
        nonce = str(next(self._nonces))
        answer = self._answers[nonce] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(dumps({"t": kind, "nonce": nonce, **facts}))
        return await answer

    async def _press(self, message: Message, part: Json, **facts: Any) -> Reply:
        return await self._act(
            "click",
            channel_id=message.channel_id,
            message_id=message.id,
            custom_id=part["custom_id"],
            component_type=part["type"],
            **facts,
        )

    def _place(self) -> str:
        return self.channels[self.channel]

    def _spelled(self, command: str, options: dict[str, Any]) -> tuple[str, list[Json]]:
        return command_data(command, options, self.commands, people=self.people, channels=self.channels)

    def _find(
        self,
        message: Message | None,
        fits: Callable[[Json], bool],
        label: str | None,
        custom_id: str | None,
    ) -> tuple[Message, Json]:
        """The newest message with such a component in the member's channel, and the component."""
        here = [other for other in self.seen.values() if other.channel_id == self._place()]
        for candidate in [self.seen.get(message.id, message)] if message else reversed(here):
            for part in candidate.parts:
                if not fits(part) or part.get("disabled") or "custom_id" not in part:
                    continue
                if custom_id in (None, part["custom_id"]) and label in (
                    None,
                    part.get("label"),
                    part.get("placeholder"),
                    (part.get("emoji") or {}).get("name"),
                ):
                    return candidate, part
        raise DriverError(f"{self.name} sees nothing to press named {label or custom_id!r}")

    def _value(self, part: Json, label: str) -> str:
        for option in part.get("options") or []:
            if label in (option["label"], option["value"]):
                return option["value"]
        return self.people.get(label) or self.channels.get(label) or label

    async def _listen(self) -> None:
        async for frame in self._socket:
            self._hear(json.loads(frame.data))
            for found, future in self._waiting:
                _look(found, future)
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(DriverError("The sandbox closed the connection"))

    def _hear(self, frame: Json) -> None:
        match frame["t"]:
            case "hello":
                self._greet(frame)
            case "message" | "message_update":
                self.edits += frame["t"] == "message_update"
                self.seen[frame["message"]["id"]] = Message(frame["message"])
            case "message_delete":
                self.seen.pop(frame["id"], None)
            case "modal":
                self._modals[frame["interaction"]] = Modal(frame["interaction"], frame)
            case "ack" | "autocomplete":
                answer = self._answers.pop(str(frame["nonce"]), None)
                if answer and not answer.done():
                    answer.set_result(frame)
            case "commands":
                self.commands = frame["commands"]
            case "bot":
                self.online = frame["online"]
            case "member":
                self.people[frame["user"]["global_name"]] = frame["user"]["id"]
            case "dm":
                self.channels["@dm"] = frame["dm"]["id"]
            case "channel":
                self.channels[frame["channel"]["name"]] = frame["channel"]["id"]
            case "channel_delete":
                self.channels.pop(frame["channel"]["name"], None)

    def _greet(self, hello: Json) -> None:
        self.online = hello["online"]
        self.commands = hello["commands"]
        self.channels = {channel["name"]: channel["id"] for channel in hello["channels"]}
        if hello["dms"]:
            self.channels["@dm"] = hello["dms"][0]["id"]
        self.people = {person["global_name"]: person["id"] for person in hello["members"]}
        shown = [Message(raw) for found in hello["messages"].values() for raw in found]
        self.seen = {message.id: message for message in sorted(shown, key=lambda message: int(message.id))}


def _look(found: Callable[[], Any], future: asyncio.Future[Any]) -> None:
    """Ends a wait if what is waited for has come, or cannot be looked for."""
    if future.done():
        return
    try:
        value = found()
    except Exception as error:
        future.set_exception(error)
    else:
        if value:
            future.set_result(value)
