"""Standing orders: what a member allows without a click, until the member's next turn or lost card.

Which question an order answers depends on public facts alone. At tables with standing orders nothing about answers
shows in the quiet time of a window, which has the same length whether anybody has orders or not. Answers that come
then are carried out when it is over, together with what orders allow: nobody can tell a click from an order. To
give or drop an order announces nothing: nobody else may notice.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.refusals import Refusal
from bot.store.rows import EarlyAnswer
from bot.tables.state import EVERY_ROUND, FAILED, MORE_TIME, PLAYER, TableState
from bot.tables.transitions.decisions import Draft, change_seats, commit
from bot.tables.transitions.transition import Transition, TransitionContext, running_game, seat_of_member
from engine import Move, PublicView, pass_may_eliminate
from engine.moves import PASS, RESIGN

EVERYTHING: Final = "everything"
"""The order to allow everything."""
UNLESS: Final = "unless:"
"""The beginning of the order to allow everything unless somebody claims a role; the id of the role follows."""
FOREIGN_AID: Final = "foreign_aid"
"""The order never to block foreign aid."""
_ALLOW: Final = str(PASS)


def all_orders(roles: Collection[str]) -> list[str]:
    """Returns every order that can be given in a game with these roles."""
    aid = [FOREIGN_AID] if "duke" in roles else []  # games without the Duke have no foreign aid
    return [EVERYTHING, EVERY_ROUND, *(f"{UNLESS}{role}" for role in roles), *aid]


def add_order(orders: Collection[str], order: str) -> tuple[str, ...]:
    """Returns orders with one more. Of the orders to allow everything, the newest replaces the others."""
    if EVERY_ROUND in (order, *orders):
        return (order,)
    kept = orders if order == FOREIGN_AID else {FOREIGN_AID}.intersection(orders)
    return tuple(sorted({order, *kept}))


def give_order(
    state: TableState, context: TransitionContext, user_id: int, order: str, *, is_back: bool = False
) -> Transition:
    """Gives an order for a member's seat; `is_back`: an answer with it ends an absence. Raises Refusal."""
    seat = _seat_with_orders(state, user_id)
    game, own = running_game(state), state.seats[seat]
    if own.away and not is_back:
        raise Refusal("orders-away")
    if not game.is_playing(seat):
        raise Refusal("eliminated")
    if order not in all_orders(game.table.edition.roles):
        raise Refusal("order-role" if order.startswith(UNLESS) else "not-open")
    if order in own.orders:
        raise Refusal("order-twice")
    # An order given after the quiet time must not answer that question, even if its quiet time begins again.
    is_late = state.has_quiet_time and not state.is_quiet
    first = game.question + 1 if is_late else own.orders_from
    ordered = replace(own, orders=add_order(own.orders, order), orders_from=first)
    return change_seats(state, context, {seat: ordered})


def drop_orders(state: TableState, context: TransitionContext, user_id: int) -> Transition:
    """Drops all orders of a member's seat. Raises Refusal."""
    seat = _seat_with_orders(state, user_id)
    running_game(state)
    if not state.seats[seat].orders:
        raise Refusal("no-orders")
    return change_seats(state, context, {seat: replace(state.seats[seat], orders=(), orders_from=0)})


def _seat_with_orders(state: TableState, user_id: int) -> int:
    seat = seat_of_member(state, user_id)
    if state.game is not None and not state.allows_orders:
        raise Refusal("orders-off")
    return seat


def answer_early(state: TableState, context: TransitionContext, early: EarlyAnswer) -> Transition:
    """Returns the transition that stores an early answer. Nothing is announced."""
    ai_due = {seat: moment for seat, moment in state.open_question.ai_due.items() if seat != early.seat}
    after = state.with_question(ai_due=ai_due).replace(early_answers=(*state.early_answers, early))
    return change_seats(after, context, {})


def end_quiet_time(state: TableState, context: TransitionContext) -> Transition:
    """Carries out the early answers and the standing orders, and shows which seats have answered.

    First come the answers other than Allow, in the order received. All seats that allow follow in seat order,
    whether by a click or by an order: so neither the decisions nor the record of the game show which it was.
    """
    early = state.early_answers
    longer = [answer.seat for answer in early if answer.move == MORE_TIME]
    ordered = [EarlyAnswer(seat, _ALLOW, PLAYER) for seat in seats_that_allow(state)]
    allowing = sorted([*ordered, *(answer for answer in early if answer.move == _ALLOW)])
    answers = [*(answer for answer in early if answer.move not in (_ALLOW, MORE_TIME)), *allowing]
    state = state.with_question(quiet_until=None).replace(early_answers=())
    if not answers and not longer:
        return Transition(state)
    for _ in longer:
        state = state.doubled_time(context.now)
    shown = running_game(state)
    draft, question, public = Draft((state.latest or shown).clone(), context.now), shown.question, None
    game = draft.game
    for seat, text, cause in answers:
        move = Move.parse(text)
        if move is RESIGN and game.ask is not None and game.is_playing(seat):
            if game.question == question:  # otherwise the outcome is shown, not this game
                public = public or shown.clone()
                public.resign(seat)
        elif game.question != question or game.ask is None or seat not in game.ask.options:
            draft.void.append((seat, cause))
            continue
        draft.decide(seat, move, cause)
    failed = {seat for seat, _, cause in answers if cause == FAILED}
    state = state.with_question(failed=state.open_question.failed | failed)
    return commit(state, context, draft, longer=longer, unsealed=public)


def seats_that_allow(state: TableState) -> list[int]:
    """Returns the seats that have not answered and whose orders allow the open question, in seat order."""
    game, latest = state.game, state.latest
    if game is None or latest is None or not any(seat.orders for seat in state.seats):
        return []
    public = game.public()
    # A player who has done more than allow in this turn is following it, and is asked in person. So orders rest in
    # their owner's turn, which begins with an action.
    busy = {seat for seat, move in latest.decisions_of_turn() if move is not PASS}
    busy.update(answer.seat for answer in state.early_answers)
    return [
        seat
        for seat in sorted(state.owing())
        if seat not in busy
        and seat not in state.open_question.answered
        and not state.played_by_ai(seat)
        and state.seats[seat].orders_from <= game.question
        and PASS in public.options.get(seat, ())
        and any(_covers(order, public) for order in state.seats[seat].orders)
        and not _concerns(public, seat)
        # To allow must not cost the last card, whichever it is: so the answer does not depend on the hand.
        and not pass_may_eliminate(game, seat)
    ]


def _covers(order: str, public: PublicView) -> bool:
    """Returns whether an order is about the open question."""
    claim = public.claim
    if claim is None:
        return False
    if order == FOREIGN_AID:
        return claim.role is None and claim.action is not None and claim.action.id == FOREIGN_AID
    return order != f"{UNLESS}{claim.role}"


def _concerns(public: PublicView, seat: int) -> bool:
    """Returns whether the open question is about the player's own action, or about what is aimed at the player.

    An action that each of its targets answers counts as aimed at everybody, the Bomb at whom it is handed to.
    """
    claim = public.claim
    action = None if claim is None else claim.action
    return (claim is not None and claim.target == seat) or (
        action is not None and (seat in (action.by, action.target, action.recipient) or action.answers == "each")
    )
