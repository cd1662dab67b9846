"""Controls of a running game: actions, answers, private choices."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.refusals import Refusal
from bot.render.custom_id import PartialMove, decode_move, encode_move, find_keep, gift_slots
from bot.render.panels.decision_steps import SURE, confirm_panel, gift_panel, pick_panel
from bot.render.panels.hand import hand_panel, waiting_text
from bot.render.panels.options_and_odds import options_and_odds_panel
from bot.render.seat_view import SeatView
from bot.store.rows import Status
from bot.tables.state import TableState
from bot.tables.table import Table
from bot.tables.transitions import game
from bot.tables.transitions.transition import AskedQuestion, asked_question, no_game
from cogs.clicks.click import Click, renews_panel
from cogs.common.refusal_texts import explained, refusal_of_move
from engine import Move
from engine.catalogue import ACTION_IDS
from engine.moves import PASS


async def _show_hand_and_why(click: Click, table: Table, why: str) -> bool:
    seat = table.state.seat_of(click.user_id)
    if seat is None or table.state.game is None:
        return False
    seat_view = click.seat_view(table, seat)
    if table.state.status is Status.PAUSED:
        why = ""  # the hand says so
    elif table.state.status is Status.PLAYING and not seat_view.is_asked:
        why = f"{why} {waiting_text(seat_view)}"
    await click.show(hand_panel(seat_view, why))
    return True


_renew_hand: Final = renews_panel(_show_hand_and_why)


@_renew_hand
async def act(click: Click) -> None:
    """Handles the select of actions: takes the action, or asks for what the choice leaves open first."""
    await _choose(await _asked(click), tuple(".".join(click.values).split(".")))


@_renew_hand
async def pick(click: Click) -> None:
    """Handles a button that chooses the target, recipient or role of an action."""
    await _choose(await _asked(click), tuple(click.custom_id.arg.split(".")))


@_renew_hand
async def answer(click: Click) -> None:
    """Handles an answer button; an answer that may eliminate its player is confirmed first."""
    try:
        asked = await _asked(click)
        move = _encoded_move(asked)
    except Refusal as refusal:
        raise explained(
            refusal,
            await click.table(),
            click.user_id,
            click.locale,
            lambda move, _: encode_move(move, ()) == click.custom_id.arg,
        ) from refusal
    await _decide_or_confirm(asked, move)


@_renew_hand
async def allow_until_turn(click: Click) -> None:
    """Handles Allow until my turn, also where it confirms itself: allows, and orders to allow what comes later."""
    asked = await _asked(click)
    move = _found(PASS if PASS in asked.question.options else None)
    if click.custom_id.arg == SURE:
        await _decide(asked, move, until_turn=True)
    else:
        await _decide_or_confirm(asked, move, until_turn=True)


@_renew_hand
async def sure(click: Click) -> None:
    """Handles the confirmation of a costly answer."""
    asked = await _asked(click)
    await _decide(asked, _encoded_move(asked))


@_renew_hand
async def keep(click: Click) -> None:
    """Handles the buttons of cards to keep; a Producer then chooses the card to hand over."""
    asked = await _asked(click)
    options, cards = asked.question.options, asked.view.cards
    slots = _slots(click.custom_id.arg.split("."), cards)
    gifts = gift_slots(slots, options, cards)
    if len(gifts) > 1:
        await click.show(gift_panel(asked.view, slots))
        return
    await _decide(asked, _found(find_keep(slots, gifts[0] if gifts else None, options, cards)))


@_renew_hand
async def gift(click: Click) -> None:
    """Handles the choice of the card to hand over; the cards to keep are part of the custom id."""
    asked = await _asked(click)
    options, cards = asked.question.options, asked.view.cards
    *slots, given = _slots(click.custom_id.arg.replace("g", "").split("."), cards)
    await _decide(asked, _found(find_keep(slots, given, options, cards)))


@_renew_hand
async def choose(click: Click) -> None:
    """Handles Choose on the table message: shows the player who is asked a private panel with the choices."""
    await click.show(hand_panel((await _asked(click)).view))


async def more_time(click: Click) -> None:
    """Handles More time: doubles the time left for the question."""
    question = click.custom_id.seq, click.custom_id.tag
    await click.change(await click.table(), "done-more-time", game.more_time, click.user_id, *question)


async def hand(click: Click) -> None:
    """Handles My hand and, in a panel, Back: shows the hand panel."""
    table, seat = await click.table_and_seat()
    await click.show(hand_panel(click.seat_view(table, seat)))


async def what(click: Click) -> None:
    """Handles What can I do?: explains the open question, to anybody."""
    table = await click.table()
    if table.state.game is None or table.state.game.ask is None:
        raise no_game(table.state)
    seat = table.state.seat_of(click.user_id)
    own = None if seat is None else click.seat_view(table, seat)
    await click.show(options_and_odds_panel(click.view(table), own))


@dataclass(frozen=True)
class _Asked:
    """A click by a member who must answer the open question, with the table as it was at the click."""

    click: Click
    table: Table
    before: TableState
    question: AskedQuestion

    @cached_property
    def view(self) -> SeatView:
        """The member's view of the table at the click, made at its first use: most answers need none."""
        is_unchanged = self.table.state is self.before
        table = self.table if is_unchanged else Table(self.before, self.table.posted)
        return self.click.seat_view(table, self.question.seat)


async def _asked(click: Click) -> _Asked:
    """Returns the question that a click answers. Raises Refusal if the member is not asked it."""
    table = await click.table()
    question = asked_question(table.state, click.user_id, click.custom_id.seq, click.custom_id.tag)
    return _Asked(click, table, table.state, question)


async def _choose(asked: _Asked, chosen: tuple[str, ...]) -> None:
    partial = PartialMove.of(asked.question.options, chosen)
    if not partial.moves:
        raise _no_move(asked, chosen)
    if partial.move is None:
        await asked.click.show(pick_panel(asked.view, partial))
    else:
        await _decide_or_confirm(asked, partial.move)


async def _decide_or_confirm(asked: _Asked, move: Move, *, until_turn: bool = False) -> None:
    if asked.question.needs_confirmation(move):
        await asked.click.show(confirm_panel(asked.view, move, until_turn=until_turn))
    else:
        await _decide(asked, move, until_turn=until_turn)


async def _decide(asked: _Asked, move: Move, *, until_turn: bool = False) -> None:
    """Answers the open question with a move; `until_turn` allows later questions too, and the move is Allow."""
    click, table, latest = asked.click, asked.table, asked.before.latest
    # The response to a player's first click in a game is the player's hand.
    live_message, panels = click.dispatcher.message_of(table), click.dispatcher.panels
    newest = panels.hand(table.id, click.user_id, table.state.channel_id)
    is_first = newest is None and latest is not None and not latest.has_decided(asked.question.seat)
    # If the response is a panel, a question must not be shown in it twice.
    shows_panel = click.in_panel and click.interaction.guild_id is not None
    with live_message.answering(click):
        with panels.answering(table.id, click.user_id) if shows_panel else nullcontext():
            question = click.custom_id.seq, click.custom_id.tag
            if until_turn:
                await click.tables.run(table, game.allow_until_turn, click.user_id, *question)
            else:
                await click.tables.run(table, game.decide, click.user_id, move, *question)
        if not click.hide_early_answer(table, live_message):
            if not is_first:
                await click.wait_for_outcome(table, live_message)
            live_message.reuse(click.user_id, click.last_message(table))
        if is_first:
            await click.show_hand(table, asked.view.table.choice_note(move))
        else:
            await click.answer_with_new_state(table, live_message, lambda: asked.view.table.choice_note(move))


def _slots(texts: Sequence[str], cards: Sequence[str]) -> list[int]:
    """Returns the indices into `cards` that a custom id names. Raises Refusal for any other text."""
    places = [str(place) for place in range(len(cards))]
    if not set(texts) <= set(places):
        raise Refusal("not-open")
    return [places.index(text) for text in texts]


def _encoded_move(asked: _Asked) -> Move:
    options = asked.question.options
    cards = asked.view.cards if any(move.card is not None for move in options) else ()
    return _found(decode_move(asked.click.custom_id.arg, options, cards))


def _no_move(asked: _Asked, chosen: tuple[str, ...]) -> Refusal:
    """Returns the refusal of a choice of an action that no legal move has; it names the rule, if one is known."""
    action, *values = chosen
    if action not in ACTION_IDS:
        return Refusal("not-open")
    seats = [str(seat) for seat in range(len(asked.before.seats))]
    target = seats.index(values[0]) if values and values[0] in seats else None
    wanted = Move("act", action, target, interned=False)
    label = asked.view.labels.action(action)
    return refusal_of_move(asked.view, asked.question.game, wanted, label) or Refusal("not-open")


def _found(move: Move | None) -> Move:
    if move is None:
        raise Refusal("not-open")
    return move
