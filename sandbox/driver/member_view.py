"""What one member sees: a state that the server's frames update, and functions that wait for a change of it."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sandbox.driver.message import Message
from sandbox.json_helpers import Json

T = TypeVar("T")
TIMEOUT_SECONDS = 60.0
"""Seconds to wait for a change by default: enough on a machine with more work than processors."""


class MemberView:
    """The messages, channels, people and commands that a member sees now."""

    def __init__(self, name: str, member_id: str) -> None:
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


def _check(condition: Callable[[], Any], future: asyncio.Future[Any]) -> None:
    try:
        value = condition()
    except Exception as error:
        future.set_exception(error)
    else:
        if value:
            future.set_result(value)
