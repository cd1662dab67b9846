"""What members do, checked as their own client would: commands, clicks, forms, plain messages."""

from typing import Any

from sandbox.discord import content, permissions
from sandbox.discord.checks.components import SELECTS, STRING_SELECT, TEXT_INPUT, walk
from sandbox.discord.checks.refusal import Refusal
from sandbox.discord.commands import Commands
from sandbox.discord.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction, Settle
from sandbox.discord.interactions import Interactions
from sandbox.discord.model import Channel, Message, User
from sandbox.discord.options import CHANNEL, MENTIONABLE, ROLE, USER, Outdated, Typed
from sandbox.discord.world import World
from sandbox.wire import Json

RESOLVED = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
"""Select type to the option type that resolves the same things."""


class Acts:
    """The acts of all members; each raises `Outdated` for what a client would not let a member do."""

    def __init__(self, world: World, commands: Commands, interactions: Interactions) -> None:
        self.world = world
        self.commands = commands
        self.interactions = interactions

    def command(self, user: User, form: Json, settle: Settle, *, typing: bool = False) -> None:
        """Uses a slash command, or asks for completions of the option being typed."""
        channel = self._channel(user, form)
        command = self.commands.find(str(form.get("name")), channel, user.id)
        typed = Typed(self.world, self.world.guild_of(channel), complete=not typing)
        options = typed.options(command["options"], form.get("options") or [])
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if typed.resolved:
            data["resolved"] = typed.resolved
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        self.interactions.begin(AUTOCOMPLETE if typing else COMMAND, user, channel, data, settle)

    def click(self, user: User, form: Json, settle: Settle) -> None:
        """Presses a button or picks from a select."""
        channel = self._channel(user, form)
        try:
            message = self.world.message(int(form["message_id"]), channel.id)
        except Refusal:
            raise Outdated("This message was deleted") from None
        if not self.world.may_see(user.id, message):
            raise Outdated("This message cannot be seen")
        component = _component(message, str(form.get("custom_id")))
        data: Json = {
            "id": component["id"],
            "custom_id": component["custom_id"],
            "component_type": component["type"],
        }
        if component["type"] in SELECTS:
            values = [str(value) for value in form.get("values") or []]
            data |= {"values": values} | self._resolved(component, values, channel)
        self.interactions.begin(COMPONENT, user, channel, data, settle, source=message)

    def submit(self, user: User, form: Json, settle: Settle) -> None:
        """Sends a modal that an interaction of the same member opened."""
        trigger, modal = self._opened(user, str(form.get("modal")))
        given = {part["custom_id"]: part for part in walk(form.get("components")) if "custom_id" in part}
        parts = [self._submitted(part, given, trigger.channel) for part in modal["components"]]
        data = {"custom_id": modal["custom_id"], "components": parts}
        del self.interactions.forms[trigger.id]
        self.interactions.begin(
            MODAL_SUBMIT, user, trigger.channel, data, settle, source=trigger.source, trigger=trigger
        )

    def say(self, user: User, form: Json) -> Message:
        """Posts a plain message."""
        channel = self._channel(user, form)
        if not self.world.permissions_in(channel, user.id) & permissions.SEND_MESSAGES:
            raise Outdated("You do not have permission to send messages here")
        text = str(form.get("content") or "").strip()
        if not 1 <= len(text) <= 4000:
            raise Outdated("A message has 1 to 4000 characters")
        message = content.blank(self.world, channel, user.id)
        message.body = content.filled(self.world, message, {"content": text}, [])
        self.world.keep(message)
        return message

    def dismiss(self, user: User, form: Json) -> None:
        """Puts away an ephemeral message of one's own; the bot never hears of it."""
        message = self.world.ephemerals.get(int(form["message_id"]))
        if message and message.viewer == user.id:
            self.world.dismiss(message)

    def _channel(self, user: User, form: Json) -> Channel:
        channel = self.world.channels.get(int(form.get("channel_id") or 0))
        if channel is None or not self.world.permissions_in(channel, user.id) & permissions.VIEW_CHANNEL:
            raise Outdated("This channel cannot be seen")
        return channel

    def _opened(self, user: User, own: str) -> tuple[Interaction, Json]:
        """The interaction that opened a form, and the form."""
        trigger, modal = self.interactions.forms.get(int(own) if own.isdecimal() else 0, (None, {}))
        if trigger is None or trigger.user is not user:
            raise Outdated("This form is no longer open")
        return trigger, modal

    def _resolved(self, component: Json, values: list[str], channel: Channel) -> Json:
        low = component.get("min_values", 1)
        high = component.get("max_values", 1)
        if not low <= len(values) <= high or len(set(values)) != len(values):
            raise Outdated(f"Choose {low} to {high}")
        if component["type"] == STRING_SELECT:
            if not set(values) <= {option["value"] for option in component["options"]}:
                raise Outdated("This choice is not offered")
            return {}
        typed = Typed(self.world, self.world.guild_of(channel), complete=True)
        for value in values:
            typed.resolve(RESOLVED[component["type"]], value, "The choice")
        return {"resolved": typed.resolved}

    def _submitted(self, part: Json, given: dict[str, Json], channel: Channel) -> Json:
        """One part of a modal as a bot gets it back."""
        result: Json = {"type": part["type"], "id": part["id"]}
        if "components" in part:
            return result | {
                "components": [self._submitted(child, given, channel) for child in part["components"]]
            }
        if "component" in part:
            return result | {"component": self._submitted(part["component"], given, channel)}
        if "custom_id" not in part:
            return result
        own = given.get(part["custom_id"], {})
        result["custom_id"] = part["custom_id"]
        if part["type"] == TEXT_INPUT:
            return result | {"value": _typed(part, own.get("value"))}
        if part["type"] in SELECTS:
            values = [str(value) for value in own.get("values") or []]
            if not values and not part.get("required", True):
                return result | {"values": []}
            return result | {"values": values} | self._resolved(part, values, channel)
        keys = [key for key in ("value", "values") if key in own]
        return result | {key: own[key] for key in keys}


def _component(message: Message, custom_id: str) -> Json:
    for component in walk(message.body["components"]):
        if component.get("custom_id") == custom_id:
            if component.get("disabled"):
                raise Outdated("This is not available now")
            return component
    raise Outdated("This is no longer offered")


def _typed(part: Json, value: Any) -> str:
    """The text typed into a modal's input."""
    text = str(value or "")
    if not text and not part.get("required", True):
        return ""
    low, high = max(part.get("min_length", 0), 1), part.get("max_length", 4000)
    if not low <= len(text) <= high:
        raise Outdated(f"{part.get('label', 'The text')} must have {low} to {high} characters")
    return text
