"""Controls of a running game: actions, answers, private choices."""

from collections.abc import Sequence
from typing import Final

from bot.render.move_encoding import PartialMove, decode_move, find_keep, gift_slots
from bot.render.panels.confirmations import confirm_panel, gift_panel, needs_confirmation, pick_panel
from bot.render.panels.hand import hand_panel, waiting_text
from bot.render.panels.options_and_odds import options_and_odds_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.refusals import Refusal
from bot.tables.table import Table
from bot.tables.transitions.questions import pending_question
from cogs.clicks.click import Click
from cogs.clicks.outdated_panels import renewing
from engine import Move

_STALE: Final = (
    "moment-passed",
    "already-answered",
    "not-asked",
    "not-your-turn",
    "not-open",
    "illegal",
    "paused",
    "game-over",
    "not-running",
)
"""The refusals of a control that was offered once, and is not any more."""


async def _show_hand(click: Click, table: Table, why: str) -> bool:
    seat = table.state.seat_of(click.user_id)
    if seat is None or table.state.game is None:
        return False
    scene = SeatView.of(table, seat, click.locale)
    if table.state.status is Status.PLAYING and not scene.is_asked:
        why = f"{why} {waiting_text(scene)}"
    await click.show(hand_panel(scene, why))
    return True


_renewing: Final = renewing(_STALE, _show_hand)


@_renewing
async def act(click: Click) -> None:
    """Handles the select of actions: takes the action, or asks for its target, recipient or role first."""
    await _choose(click, (*click.values,))


@_renewing
async def pick(click: Click) -> None:
    """Handles a button that chooses the target, recipient or role of an action."""
    await _choose(click, tuple(click.press.arg.split(".")))


@_renewing
async def answer(click: Click) -> None:
    """Handles an answer button; a costly answer must be confirmed first."""
    table, scene = await _asked(click)
    await _decide_or_confirm(click, table, scene, _written(click, scene))


@_renewing
async def sure(click: Click) -> None:
    """Handles the confirmation of a costly answer."""
    table, scene = await _asked(click)
    await _decide(click, table, scene, _written(click, scene))


@_renewing
async def keep(click: Click) -> None:
    """Handles the buttons and the select of cards to keep; with Producer the card to hand over is chosen next."""
    table, scene = await _asked(click)
    slots = _slots(click.values or click.press.arg.split("."), scene.cards)
    gifts = gift_slots(slots, scene.options, scene.cards)
    if len(gifts) > 1:
        await click.show(gift_panel(scene, slots))
        return
    move = _found(find_keep(slots, gifts[0] if gifts else None, scene.options, scene.cards))
    await _decide(click, table, scene, move)


@_renewing
async def gift(click: Click) -> None:
    """Handles the choice of the card to hand over; the cards to keep are part of the custom id."""
    table, scene = await _asked(click)
    *slots, given = _slots(click.press.arg.replace("g", "").split("."), scene.cards)
    await _decide(click, table, scene, _found(find_keep(slots, given, scene.options, scene.cards)))


@_renewing
async def choose(click: Click) -> None:
    """Handles Choose on the card: shows the player who is asked a private panel with the choices."""
    _, scene = await _asked(click)
    await click.show(hand_panel(scene))


async def hand(click: Click) -> None:
    """Handles My hand on the card, and Back in a panel: shows the hand panel."""
    table = await click.table()
    seat = table.state.seat_of(click.user_id)
    if seat is None:
        raise Refusal("not-seated")
    if table.state.game is None:
        raise Refusal("not-running")
    await click.show(hand_panel(SeatView.of(table, seat, click.locale)))


async def what(click: Click) -> None:
    """Handles What can I do?: explains the question that stands, to whoever asks."""
    table = await click.table()
    if table.state.game is None or table.state.game.ask is None:
        raise Refusal("not-running")
    await click.show(options_and_odds_panel(TableView.of(table, click.locale), table.state.seat_of(click.user_id)))


async def _choose(click: Click, chosen: tuple[str, ...]) -> None:
    table, scene = await _asked(click)
    step = PartialMove.of(scene.options, chosen)
    if not chosen or not step.moves:
        raise Refusal("not-open")
    if step.move is None:
        await click.show(pick_panel(scene, step))
    else:
        await _decide_or_confirm(click, table, scene, step.move)


async def _asked(click: Click) -> tuple[Table, SeatView]:
    """Returns the table and the member's view of it. Raises Refusal if the question is not theirs to answer."""
    table = await click.table()
    now = pending_question(table.state, click.user_id, click.press.seq, click.press.tag)
    return table, SeatView.of(table, now.seat, click.locale)


async def _decide_or_confirm(click: Click, table: Table, scene: SeatView, move: Move) -> None:
    if needs_confirmation(scene, move):
        await click.show(confirm_panel(scene, move))
    else:
        await _decide(click, table, scene, move)


async def _decide(click: Click, table: Table, scene: SeatView, move: Move) -> None:
    async with click.interaction.client.dispatcher.pending_response(table) as live_message:
        note = scene.table.choice_note(move)
        question, question_id = click.press.seq, click.press.tag
        await click.tables.decide(table, click.user_id, move, question, question_id)
        await click.wait_for_outcome(table, live_message)
        live_message.reuse(click.user_id, click.last_message(table))
        await click.answer_with_new_state(table, live_message, note)


def _slots(texts: Sequence[str], cards: Sequence[str]) -> list[int]:
    """Returns the indices into `cards` that a custom id or a select names. Raises Refusal for any other text."""
    places = [str(place) for place in range(len(cards))]
    if not set(texts) <= set(places):
        raise Refusal("not-open")
    return [places.index(text) for text in texts]


def _written(click: Click, scene: SeatView) -> Move:
    return _found(decode_move(click.press.arg, scene.options, scene.cards))


def _found(move: Move | None) -> Move:
    if move is None:
        raise Refusal("not-open")
    return move
