"""The private panels that members were sent: a newer panel replaces the older one of its kind.

The older panel is deleted, not edited, because it may be far above in the channel, or dismissed by its member:
then an edit would not be seen.
"""

import logging
from collections import OrderedDict
from typing import Any, Final, NamedTuple

import discord
from discord.http import Route

from bot.runtime.background import BackgroundTasks
from bot.runtime.clock import Clock
from bot.runtime.network_errors import REQUEST_ERRORS

log = logging.getLogger(__name__)

HAND: Final = "hand"
"""The kind of all panels with a player's own hand, and of the steps of the player's decisions."""


class _Panel(NamedTuple):
    """A panel, by the token of the interaction that it was the response to.

    `question` is the number of the question that it answers, 0 if it was opened whatever question was open. The
    token expires at `expires_at`, in seconds since 1970.
    """

    token: str
    question: int
    expires_at: float


class SentPanels:
    """The newest panel of each kind, by game and member.

    A token expires after 15 minutes, and is not stored: after that, and after a restart, a panel stays until its
    member dismisses it.
    """

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._background = BackgroundTasks()
        # By game and member, those that were sent a panel last at the end; then by kind.
        self._panels: OrderedDict[tuple[int, int], dict[str, _Panel]] = OrderedDict()

    def has(self, game_id: int, user_id: int, kind: str) -> bool:
        """Returns whether a member was sent a panel of a kind, as far as this process knows."""
        return kind in self._panels.get((game_id, user_id), ())

    def note(self, game_id: int, interaction: discord.Interaction[Any], kind: str, question: int) -> None:
        """Notes that the response to an interaction is a new panel, and starts to delete the older one.

        The panel of a question leaves those of other questions, because each deletion is a request.
        """
        key = game_id, interaction.user.id
        panels = self._panels[key] = self._panels.pop(key, {})
        older = panels.get(kind)
        panels[kind] = _Panel(interaction.token, question, interaction.expires_at.timestamp())
        if older is not None and question in (0, older.question) and self._clock.now() < older.expires_at:
            self._background.run(self._delete(older))
        self._forget_expired()

    def forget(self, user_id: int) -> None:
        """Deletes all panels of a member."""
        for key in [key for key in self._panels if key[1] == user_id]:
            for panel in self._panels.pop(key).values():
                if self._clock.now() < panel.expires_at:
                    self._background.run(self._delete(panel))

    async def close(self) -> None:
        """Cancels the requests under way."""
        await self._background.close()

    def _forget_expired(self) -> None:
        now = self._clock.now()
        while self._panels:
            oldest = next(iter(self._panels.values()))
            if any(now < panel.expires_at for panel in oldest.values()):
                return
            self._panels.popitem(last=False)

    async def _delete(self, panel: _Panel) -> None:
        route = Route(
            "DELETE",
            "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
            webhook_id=self._client.application_id,
            webhook_token=panel.token,
        )
        try:
            await self._client.http.request(route)
        except REQUEST_ERRORS as error:
            log.info("A panel was left as it is: %s", type(error).__name__)
