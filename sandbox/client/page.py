"""One connected page, and the handlers that send it the results of its requests."""

from sandbox.client.frames import Acknowledged, Completed, ModalShown, ServerFrame
from sandbox.discord.guild import Guild
from sandbox.discord.interactions.interaction import Interaction, InteractionOutcome, OutcomeHandler
from sandbox.discord.model import User
from sandbox.json_helpers import dumps
from sandbox.queued_socket import QueuedSocket


class MemberPage:
    """One connected page or driven member."""

    def __init__(self, user: User, guild: Guild, connection: QueuedSocket) -> None:
        self.user = user
        self.guild = guild
        self.connection = connection

    def send(self, frame: ServerFrame) -> None:
        """Sends one frame."""
        self.connection.send(dumps(frame))


def acknowledge(page: MemberPage, nonce: str | None) -> OutcomeHandler:
    """A handler that sends the page how its interaction ended."""

    def on_outcome(interaction: Interaction, outcome: InteractionOutcome) -> None:
        frame: Acknowledged = {
            "t": "ack",
            "nonce": nonce,
            "ok": outcome.ok,
            "seconds": round(outcome.seconds, 6),
        }
        if not outcome.ok:
            frame["error"] = outcome.error
        if outcome.message:
            frame["message_id"] = str(outcome.message.id)
        if outcome.modal:
            frame["modal"] = str(interaction.id)
            modal: ModalShown = {
                "t": "modal",
                "interaction": str(interaction.id),
                "custom_id": outcome.modal["custom_id"],
                "title": outcome.modal["title"],
                "components": outcome.modal["components"],
            }
            page.send(modal)
        page.send(frame)

    return on_outcome


def send_choices(page: MemberPage, nonce: str | None) -> OutcomeHandler:
    """A handler that sends the page the completions that it asked for."""

    def on_outcome(_: Interaction, outcome: InteractionOutcome) -> None:
        frame: Completed = {"t": "autocomplete", "nonce": nonce, "choices": outcome.choices}
        if not outcome.ok:
            frame["error"] = outcome.error
        page.send(frame)

    return on_outcome
