"""Delivers interactions to the bot, and applies its responses and follow-ups."""

import asyncio
import secrets
from collections import deque
from typing import Any

from sandbox.discord import message_body, permissions, threads
from sandbox.discord.checks.errors import ApiError, Path, invalid
from sandbox.discord.checks.messages import check_choices, check_message, check_modal, flags_of
from sandbox.discord.components import number_components
from sandbox.discord.files import Upload
from sandbox.discord.gateway.gateway import Gateway
from sandbox.discord.interactions.interaction import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFER,
    DEFER_UPDATE,
    MESSAGE,
    MODAL,
    MODAL_SUBMIT,
    UPDATE,
    Interaction,
    InteractionOutcome,
    OutcomeHandler,
    callback,
    full_name,
    metadata,
    payload,
)
from sandbox.discord.model import COMPONENTS_V2, EPHEMERAL, LOADING, Channel, StoredMessage, User
from sandbox.discord.world import World
from sandbox.json_helpers import Json, is_object

RESPONSE_SECONDS, TOKEN_SECONDS = 3.0, 15 * 60.0
"""Time in which a bot must respond to an interaction, and for which the interaction's token is valid."""
FAILED = "This interaction failed"

RESPONSES = {
    COMMAND: (MESSAGE, DEFER, MODAL),
    COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL_SUBMIT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE),
}
"""The kinds of response that each kind of interaction allows."""


class InteractionDispatcher:
    """Delivers interactions, and keeps them as long as their tokens are valid."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self.delivers_twice = False
        """Whether each interaction is delivered twice, as Discord does now and then."""
        self.response_seconds = RESPONSE_SECONDS
        self.by_token: dict[str, Interaction] = {}
        self.modals: dict[int, tuple[Interaction, Json]] = {}
        """Open modals with the interaction that opened each, by its id."""
        self._by_age: deque[Interaction] = deque()

    def begin(
        self,
        user: User,
        on_outcome: OutcomeHandler,
        kind: int,
        channel: Channel,
        data: Json,
        *,
        source: StoredMessage | None = None,
        trigger: Interaction | None = None,
    ) -> Interaction:
        """Delivers a member's action to the bot; calls `on_outcome` once, at the response or the timeout."""
        own, token, now = self.world.snowflakes(), secrets.token_urlsafe(48), self.world.now()
        interaction = Interaction(own, token, kind, user, channel, data, now, on_outcome, source, trigger)
        self._forget_expired()
        self.by_token[interaction.token] = interaction
        self._by_age.append(interaction)
        interaction.timer = asyncio.get_running_loop().call_later(self.response_seconds, self._fail, interaction)
        for _ in range(2 if self.delivers_twice else 1):
            self.gateway.dispatch("INTERACTION_CREATE", payload(self.world, interaction), channel.guild_id)
        return interaction

    def respond(self, interaction_id: int, token: str, form: Json, files: list[Upload]) -> Json:
        """Applies the bot's response; returns Discord's callback object. Raises `ApiError` if it is not valid."""
        interaction = self.by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise ApiError(10062)
        if interaction.response:
            raise ApiError(40060)
        seconds = self.world.now() - interaction.began
        if seconds > self.response_seconds:
            raise ApiError(10062)
        response = form.get("type") or 0
        possible = RESPONSES[interaction.kind]
        if response in (DEFER_UPDATE, UPDATE) and interaction.source is None:
            possible = tuple(kind for kind in possible if kind not in (DEFER_UPDATE, UPDATE))
        if response not in possible:
            raise invalid(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {possible}.")
        data: Any = form.get("data") or {}
        if not is_object(data):
            raise invalid(("data",), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        outcome = self._act(interaction, response, data, files)
        interaction.response = response
        if interaction.timer:
            interaction.timer.cancel()
        outcome.seconds = seconds
        interaction.on_outcome(interaction, outcome)
        return callback(interaction, outcome)

    def find(self, token: str) -> Interaction:
        """The interaction of a valid token, once it has a response. Raises `ApiError` 50027 or 10015."""
        interaction = self.by_token.get(token)
        if interaction is None or self.world.now() - interaction.began > TOKEN_SECONDS:
            raise ApiError(50027)
        if not interaction.response:
            raise ApiError(10015)
        return interaction

    def existing(self, message: StoredMessage | None) -> StoredMessage:
        """The message. Raises `ApiError` 10008 if there is none, or if it has been deleted."""
        if message is None:
            raise ApiError(10008)
        return self.world.find_message(message.id, message.channel_id)

    def follow_up(self, interaction: Interaction, form: Json, files: list[Upload]) -> StoredMessage:
        """Posts a follow-up; after a deferral, the first one fills the deferred message instead."""
        original = interaction.original
        if interaction.response == DEFER and original and original.flags & LOADING:
            return self.edit(original, form, files)
        return self._post(interaction, form, files)

    def edit(self, message: StoredMessage, form: Json, files: list[Upload], at: Path = ()) -> StoredMessage:
        """Edits a message of the bot; `at` is the path of the message in the request."""
        flags = message.flags | flags_of(form) & COMPONENTS_V2
        if message.viewer is None:
            threads.check_open(self.world.channels[message.channel_id])
        self.check(message.channel_id, form, files, flags, kept=message.body, at=at)
        self.world.edit_message(message, message_body.edit_body(self.world, message, form, files))
        return message

    def check(
        self,
        channel_id: int,
        form: Json,
        files: list[Upload],
        flags: int,
        *,
        kept: Json | None = None,
        at: Path = (),
    ) -> None:
        """Raises `ApiError` 50035 or 50006, or 50013 for files that the bot may not attach in this channel."""
        check_message(form, flags=flags, emojis=self.world.emojis, kept=kept, files=files, at=at)
        channel = self.world.channels.get(channel_id)
        granted = self.world.permissions_in(channel, self.world.bot.id) if channel else 0
        if files and not granted & permissions.ATTACH_FILES:
            raise ApiError(50013)

    def _act(self, interaction: Interaction, response: int, data: Json, files: list[Upload]) -> InteractionOutcome:
        if response == CHOICES:
            check_choices(data, _focused(interaction.data)["type"])
            return InteractionOutcome(choices=data.get("choices") or [])
        if response == MODAL:
            check_modal(data, self.world.emojis)
            modal = data | {"components": number_components(data["components"])}
            self.modals[interaction.id] = (interaction, modal)
            return InteractionOutcome(modal=modal)
        if response == MESSAGE:
            interaction.original = self._post(interaction, data, files, ("data",))
        elif response == DEFER:
            flags = flags_of(data) & EPHEMERAL | LOADING
            interaction.original = self._message(interaction, flags)
            self.world.add_message(interaction.original)
        elif response == DEFER_UPDATE:
            interaction.original = interaction.source
        else:
            interaction.original = self.edit(self.existing(interaction.source), data, files, ("data",))
        return InteractionOutcome(message=interaction.original)

    def _post(self, interaction: Interaction, form: Json, files: list[Upload], at: Path = ()) -> StoredMessage:
        flags = flags_of(form) & ~LOADING
        self.check(interaction.channel.id, form, files, flags, at=at)
        message = self._message(interaction, flags)
        message.body = message_body.build_body(self.world, message, form, files)
        self.world.add_message(message)
        return message

    def _message(self, interaction: Interaction, flags: int) -> StoredMessage:
        """An empty message of the bot in response to an interaction. Raises `ApiError` 10003 without a channel."""
        channel = interaction.channel
        if channel.id not in self.world.channels:
            raise ApiError(10003)
        threads.reopen(self.world, channel, self.world.bot.id, by_interaction=True)
        reply_to = interaction.original if interaction.response else interaction.source
        kind = 19 if reply_to else 20
        message = message_body.empty_message(
            self.world, channel, self.world.bot.id, kind=kind, flags=flags & (EPHEMERAL | LOADING)
        )
        message.viewer = interaction.user.id if flags & EPHEMERAL else None
        message.body |= {
            "webhook_id": str(self.world.application_id),
            "application_id": str(self.world.application_id),
            "interaction_metadata": metadata(interaction),
        }
        if interaction.kind == COMMAND:
            message.body["interaction"] = {
                "id": str(interaction.id),
                "type": COMMAND,
                "name": full_name(interaction.data),
                "user": interaction.user.payload(),
            }
        if reply_to:
            place = reply_to.channel_id, channel.guild_id, reply_to.id
            message.body["message_reference"] = message_body.reference(*place)
        return message

    def _fail(self, interaction: Interaction) -> None:
        interaction.on_outcome(interaction, InteractionOutcome(error=FAILED, seconds=self.response_seconds))

    def _forget_expired(self) -> None:
        now = self.world.now()
        while self._by_age and now - self._by_age[0].began > TOKEN_SECONDS:
            expired = self._by_age.popleft()
            self.by_token.pop(expired.token, None)
            self.modals.pop(expired.id, None)


def _focused(data: Json) -> Json:
    """The option into which a member types."""
    options = list(data.get("options") or [])
    for option in options:
        if option.get("focused"):
            return option
        options.extend(option.get("options") or [])
    raise KeyError("focused")
