"""Interactions: delivered to the bot, which has three seconds to answer; its answers and follow-ups."""

import asyncio
import secrets
from collections import deque
from typing import Any

from sandbox.discord import message_body, permissions, threads
from sandbox.discord.checks import forms
from sandbox.discord.checks.messages import check_choices, check_message, check_modal, flags_of
from sandbox.discord.checks.refusal import Path, Refusal, invalid
from sandbox.discord.components import numbered
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
    Outcome,
    OutcomeHandler,
    callback,
    full_name,
    metadata,
    payload,
)
from sandbox.discord.model import COMPONENTS_V2, EPHEMERAL, LOADING, Channel, Message, User
from sandbox.discord.world import World
from sandbox.json_helpers import Json, is_object

ANSWER_SECONDS, TOKEN_SECONDS = 3.0, 15 * 60.0
"""How long a bot has to answer an interaction, and how long the interaction's token is valid."""
FAILED = "This interaction failed"

ANSWERS = {
    COMMAND: (MESSAGE, DEFER, MODAL),
    COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL_SUBMIT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE),
}
"""The types of answer that each kind of interaction allows."""


class Interactions:
    """All interactions whose tokens are valid."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self.twice = False
        """Whether each interaction is delivered twice, as Discord now and then does."""
        self.answer_seconds = ANSWER_SECONDS
        self.live: dict[str, Interaction] = {}
        self.modals: dict[int, tuple[Interaction, Json]] = {}
        """Open modals with the interaction that opened each, by its id."""
        self._by_age: deque[Interaction] = deque()

    def begin(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        on_outcome: OutcomeHandler,
        *,
        source: Message | None = None,
        trigger: Interaction | None = None,
    ) -> Interaction:
        """Delivers a member's action to the bot; `on_outcome` is called once, when it is answered or times out."""
        own = self.world.snowflakes()
        made = Interaction(
            own,
            secrets.token_urlsafe(48),
            kind,
            user,
            channel,
            data,
            self.world.now(),
            on_outcome,
            source,
            trigger,
        )
        self._forget_dead()
        self.live[made.token] = made
        self._by_age.append(made)
        made.timer = asyncio.get_running_loop().call_later(self.answer_seconds, self._fail, made)
        for _ in range(2 if self.twice else 1):
            self.gateway.dispatch("INTERACTION_CREATE", payload(self.world, made), channel.guild_id)
        return made

    def answer(self, interaction_id: int, token: str, form: Json, files: list[Upload]) -> Json:
        """Applies the bot's answer and returns Discord's callback object. Raises `Refusal` if it is not valid."""
        interaction = self.live.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise Refusal(10062)
        if interaction.answered:
            raise Refusal(40060)
        seconds = self.world.now() - interaction.began
        if seconds > self.answer_seconds:
            raise Refusal(10062)
        answer = form.get("type") or 0
        possible = ANSWERS[interaction.kind]
        if answer in (DEFER_UPDATE, UPDATE) and interaction.source is None:
            possible = tuple(kind for kind in possible if kind not in (DEFER_UPDATE, UPDATE))
        if answer not in possible:
            raise invalid(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {possible}.")
        data: Any = form.get("data") or {}
        if not is_object(data):
            raise invalid(("data",), *forms.MAPPING)
        outcome = self._act(interaction, answer, data, files)
        interaction.answered = answer
        if interaction.timer:
            interaction.timer.cancel()
        outcome.seconds = seconds
        interaction.on_outcome(interaction, outcome)
        return callback(interaction, outcome)

    def by_token(self, token: str) -> Interaction:
        """The answered interaction of a valid token. Raises `Refusal` 50027 or 10015 if there is none."""
        interaction = self.live.get(token)
        if interaction is None or self.world.now() - interaction.began > TOKEN_SECONDS:
            raise Refusal(50027)
        if not interaction.answered:
            raise Refusal(10015)
        return interaction

    def original(self, interaction: Interaction) -> Message:
        """The message that the answer posted or edited. Raises `Refusal` 10008 if there is none."""
        message = interaction.original
        if message is None:
            raise Refusal(10008)
        return self.world.find_message(message.id, message.channel_id)

    def follow_up(self, interaction: Interaction, form: Json, files: list[Upload]) -> Message:
        """Posts a follow-up; after a deferral, the first one fills the deferred message instead."""
        original = interaction.original
        if interaction.answered == DEFER and original and original.flags & LOADING:
            return self.edit(original, form, files)
        flags = flags_of(form) & ~LOADING
        check_message(form, flags=flags, emojis=self.world.emojis, files=files)
        self._check_may_attach(interaction.channel.id, files)
        message = self._message(interaction, flags, reply_to=original)
        message.body = message_body.filled(self.world, message, form, files)
        self.world.add_message(message)
        return message

    def edit(self, message: Message, form: Json, files: list[Upload], at: Path = ()) -> Message:
        """Edits a message through a token; `at` is the path of the message in the request, for errors."""
        flags = message.flags | flags_of(form) & COMPONENTS_V2
        if message.viewer is None:
            threads.check_open(self.world.channels[message.channel_id])
        emojis = self.world.emojis
        self._check_may_attach(message.channel_id, files)
        check_message(form, flags=flags, emojis=emojis, kept=message.body, files=files, at=at)
        self.world.edit_message(message, message_body.edited(self.world, message, form, files))
        return message

    def _act(self, interaction: Interaction, answer: int, data: Json, files: list[Upload]) -> Outcome:
        if answer == CHOICES:
            check_choices(data, _focused(interaction.data)["type"])
            return Outcome(ok=True, answer=answer, choices=data.get("choices") or [])
        if answer == MODAL:
            check_modal(data, self.world.emojis)
            modal = data | {"components": numbered(data["components"])}
            self.modals[interaction.id] = (interaction, modal)
            return Outcome(ok=True, answer=answer, modal=modal)
        if answer == MESSAGE:
            flags = flags_of(data) & ~LOADING
            check_message(data, flags=flags, emojis=self.world.emojis, files=files, at=("data",))
            self._check_may_attach(interaction.channel.id, files)
            message = self._message(interaction, flags, reply_to=interaction.source)
            message.body = message_body.filled(self.world, message, data, files)
            interaction.original = message
            self.world.add_message(message)
        elif answer == DEFER:
            flags = flags_of(data) & EPHEMERAL | LOADING
            interaction.original = self._message(interaction, flags, reply_to=interaction.source)
            self.world.add_message(interaction.original)
        elif answer == DEFER_UPDATE:
            interaction.original = interaction.source
        else:
            interaction.original = self.edit(self._source(interaction), data, files, ("data",))
        return Outcome(ok=True, answer=answer, message=interaction.original)

    def _source(self, interaction: Interaction) -> Message:
        """The message whose component was used. Raises `Refusal` 10008 if it was deleted meanwhile."""
        if interaction.source is None:
            raise Refusal(10008)
        return self.world.find_message(interaction.source.id, interaction.source.channel_id)

    def _message(self, interaction: Interaction, flags: int, *, reply_to: Message | None) -> Message:
        """An empty message by the bot in answer to an interaction. Raises `Refusal` 10003 without a channel."""
        channel = interaction.channel
        if channel.id not in self.world.channels:
            raise Refusal(10003)
        threads.wake(self.world, channel, self.world.bot.id, by_interaction=True)
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
            message.body["message_reference"] = {
                "type": 0,
                "channel_id": str(reply_to.channel_id),
                "message_id": str(reply_to.id),
                **({"guild_id": str(channel.guild_id)} if channel.guild_id else {}),
            }
        return message

    def _check_may_attach(self, channel_id: int, files: list[Upload]) -> None:
        """Raises `Refusal` 50013 if there are files that the bot may not attach in this channel."""
        channel = self.world.channels.get(channel_id)
        granted = self.world.permissions_in(channel, self.world.bot.id) if channel else 0
        if files and not granted & permissions.ATTACH_FILES:
            raise Refusal(50013)

    def _fail(self, interaction: Interaction) -> None:
        interaction.on_outcome(interaction, Outcome(ok=False, error=FAILED, seconds=self.answer_seconds))

    def _forget_dead(self) -> None:
        now = self.world.now()
        while self._by_age and now - self._by_age[0].began > TOKEN_SECONDS:
            dead = self._by_age.popleft()
            self.live.pop(dead.token, None)
            self.modals.pop(dead.id, None)


def _focused(data: Json) -> Json:
    """The option that a member is typing."""
    options = list(data.get("options") or [])
    for option in options:
        if option.get("focused"):
            return option
        options.extend(option.get("options") or [])
    raise KeyError("focused")
