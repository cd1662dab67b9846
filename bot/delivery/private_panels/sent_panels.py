"""The private panels that members were sent: a newer panel replaces the older one of its kind.

When a member opens another, the older panel is deleted, not edited, because it may be far above in the channel, or
dismissed by its member: then an edit would not be seen.
"""

import logging
from collections import OrderedDict
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import discord

from bot.delivery.interaction_requests import InteractionRequests
from bot.runtime.background import BackgroundTasks
from bot.runtime.clock import Clock
from bot.runtime.network_errors import REQUEST_ERRORS

log = logging.getLogger(__name__)

HAND: Final = "hand"
"""The kind of all panels with a player's own hand, and of the steps of the player's decisions."""
READING: Final = "reading"
"""The kind of all panels that explain or tell something: rules, the log, help, settings, statistics."""
LOBBY: Final = "lobby"
"""The kind of the host's menu of a lobby, and of questions before a member takes a seat."""
MODERATION: Final = "moderation"
"""The kind of all panels of moderators: a server's settings, pools, bans, the audit log."""
DRAFT: Final = "draft"
"""The kind of the panels of moderators with roles of a pool that is not saved: no other panel replaces them."""
UNTIMELY: Final = "untimely"
"""The kind of the sentences that refuse an answer that is not open to the member now."""
_OF_CHANNEL: Final = frozenset((READING, MODERATION, DRAFT, UNTIMELY))
"""The kinds of which a member has one panel in a channel; of the others, one for each game."""


class Panel(NamedTuple):
    """A panel, by the token of the interaction that it was the response to.

    The token expires at `expires_at`, in seconds since 1970. `locale` is its member's, and `may_attach` says
    whether the bot may attach files where it is. `question` is the number of the question that it offers to
    answer, if any.
    """

    token: str
    expires_at: float
    locale: str
    may_attach: bool
    channel_id: int
    question: int | None


class SentPanels:
    """The newest panel of each kind, by member and game, or channel.

    A token expires after 15 minutes, and is not stored: after that, and after a restart, a panel stays until its
    member dismisses it.
    """

    def __init__(self, requests: InteractionRequests, clock: Clock, background: BackgroundTasks) -> None:
        self._requests = requests
        self._clock = clock
        self._background = background
        # By game or channel and member, those that were sent a panel last at the end; then by kind.
        self._panels: OrderedDict[tuple[int, int], dict[str, Panel]] = OrderedDict()
        self._answering: set[tuple[int, int]] = set()  # by game and member: a click is being answered

    def has_hand(self, game_id: int, user_id: int, channel_id: int) -> bool:
        """Returns whether a member was sent a hand in a channel, as far as this process knows."""
        panel = self._panels.get((game_id, user_id), {}).get(HAND)
        return panel is not None and panel.channel_id == channel_id

    def note(
        self, game_id: int, interaction: discord.Interaction[Any], kind: str, question: int | None = None
    ) -> None:
        """Notes that the response to an interaction is a new panel, and starts to delete the older one.

        Each deletion is a request, but several panels would push the table message off the screen of a phone.
        """
        self.delete(game_id, interaction, kind)
        self.renew(game_id, interaction, kind, question)

    def delete(self, game_id: int, interaction: discord.Interaction[Any], kind: str) -> None:
        """Starts to delete the member's panel of a kind, if there is one."""
        self._start_deletion(_key(game_id, interaction, kind), kind)

    def delete_hand(self, game_id: int, user_id: int) -> None:
        """Starts to delete a member's hand, if there is one."""
        self._start_deletion((game_id, user_id), HAND)

    def _start_deletion(self, key: tuple[int, int], kind: str) -> None:
        panel = self._panels.get(key, {}).pop(kind, None)
        if panel is not None and self._clock.now() < panel.expires_at:
            self._background.run(self._delete(panel))

    def renew(
        self, game_id: int, interaction: discord.Interaction[Any], kind: str, question: int | None = None
    ) -> None:
        """Notes that the response to an interaction is a panel, new or edited: its token is the newest one."""
        key = _key(game_id, interaction, kind)
        panels = self._panels[key] = self._panels.pop(key, {})
        if kind == DRAFT:
            panels.pop(MODERATION, None)  # this panel may have become the draft
            return
        panels[kind] = Panel(
            interaction.token,
            interaction.expires_at.timestamp(),
            interaction.locale.value,
            interaction.app_permissions.attach_files,
            interaction.channel_id or 0,
            question,
        )
        self._forget_expired()

    @contextmanager
    def answering(self, game_id: int, user_id: int) -> Generator[None]:
        """While a member's click is answered, whose response may be a panel, none of the member's is edited."""
        self._answering.add((game_id, user_id))
        try:
            yield
        finally:
            self._answering.discard((game_id, user_id))

    def editable_hand(self, game_id: int, user_id: int, channel_id: int) -> Panel | None:
        """Returns a member's hand in a channel if it can be edited, otherwise None."""
        key = game_id, user_id
        panel = self._panels.get(key, {}).get(HAND)
        if panel is None or key in self._answering or self._clock.now() >= panel.expires_at:
            return None
        return panel if panel.channel_id == channel_id else None

    def note_edit(self, game_id: int, user_id: int, question: int | None) -> None:
        """Notes that a member's hand is being edited, and which question it then offers to answer."""
        panels = self._panels.get((game_id, user_id), {})
        if HAND in panels:
            panels[HAND] = panels[HAND]._replace(question=question)

    def forget(self, user_id: int) -> None:
        """Deletes all panels of a member."""
        keys = [key for key in self._panels if key[1] == user_id]
        for panel in [panel for key in keys for panel in self._panels.pop(key).values()]:
            if self._clock.now() < panel.expires_at:
                self._background.run(self._delete(panel))

    def _forget_expired(self) -> None:
        now = self._clock.now()
        while self._panels:
            oldest = next(iter(self._panels.values()))
            if any(now < panel.expires_at for panel in oldest.values()):
                return
            self._panels.popitem(last=False)

    async def _delete(self, panel: Panel) -> None:
        try:
            await self._requests.delete_response(panel.token)
        except REQUEST_ERRORS as error:
            log.info("A panel was left as it is: %s", type(error).__name__)


def _key(game_id: int, interaction: discord.Interaction[Any], kind: str) -> tuple[int, int]:
    return (interaction.channel_id or 0) if kind in _OF_CHANNEL else game_id, interaction.user.id
