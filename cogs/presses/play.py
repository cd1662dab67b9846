"""Clicks in a running game: actions, answers, private choices."""

from collections.abc import Sequence

from bot.render.answers import Narrowing, givable, kept, read
from bot.render.panels.choices import confirm_panel, gift_panel, hand_panel, needs_confirmation, pick_panel
from bot.render.panels.hand import own_cards
from bot.render.scene import Scene
from bot.tables.questions import PendingQuestion, pending_question
from bot.tables.refusals import NotOpen, NotRunning, NotSeated
from bot.tables.session import TableSession
from cogs.presses.click import Click
from engine import Move


async def act(click: Click) -> None:
    """An action was selected: taken if nothing more is to be chosen, else the next choice is shown."""
    await _choose(click, (*click.values,))


async def pick(click: Click) -> None:
    """A target, recipient or role was chosen for an action."""
    await _choose(click, tuple(click.press.arg.split(".")))


async def answer(click: Click) -> None:
    """An answer was pressed; what costs much is asked once more."""
    table = await click.table()
    now = pending_question(table, click.user_id, click.press.seq)
    await _decide_or_confirm(click, table, now, _written(click, table, now))


async def sure(click: Click) -> None:
    """An answer was confirmed."""
    table = await click.table()
    now = pending_question(table, click.user_id, click.press.seq)
    await _decide(click, table, _written(click, table, now))


async def keep(click: Click) -> None:
    """The cards to keep were selected; the producer goes on to choose which to hand over."""
    table = await click.table()
    now = pending_question(table, click.user_id, click.press.seq)
    cards = own_cards(Scene.of(table), now.seat)
    slots = _slots(click.values, cards)
    gifts = givable(slots, now.options, cards)
    if len(gifts) > 1:
        await click.show(gift_panel(table, now.seat, click.locale, slots))
        return
    await _decide(click, table, _found(kept(slots, gifts[0] if gifts else None, now.options, cards)))


async def gift(click: Click) -> None:
    """The card to hand over was pressed, those kept having been selected before."""
    table = await click.table()
    now = pending_question(table, click.user_id, click.press.seq)
    cards = own_cards(Scene.of(table), now.seat)
    *slots, given = _slots(click.press.arg.replace("g", "").split("."), cards)
    await _decide(click, table, _found(kept(slots, given, now.options, cards)))


async def choose(click: Click) -> None:
    """Choose was pressed on the card: the private panel for whoever is asked."""
    table = await click.table()
    now = pending_question(table, click.user_id, click.press.seq)
    await click.show(hand_panel(table, now.seat, click.locale))


async def hand(click: Click) -> None:
    """My hand was pressed, or Back in a panel."""
    table = await click.table()
    seat = table.seat_of(click.user_id)
    if seat is None:
        raise NotSeated
    if table.game is None:
        raise NotRunning
    await click.show(hand_panel(table, seat, click.locale))


async def _choose(click: Click, chosen: tuple[str, ...]) -> None:
    table = await click.table()
    now = pending_question(table, click.user_id, click.press.seq)
    step = Narrowing.of(now.options, chosen)
    if not chosen or not step.moves:
        raise NotOpen
    if step.move is None:
        await click.show(pick_panel(table, now.seat, click.locale, step))
    else:
        await _decide_or_confirm(click, table, now, step.move)


async def _decide_or_confirm(click: Click, table: TableSession, now: PendingQuestion, move: Move) -> None:
    if needs_confirmation(Scene.of(table), now.seat, move):
        await click.show(confirm_panel(table, now.seat, click.locale, move))
    else:
        await _decide(click, table, move)


async def _decide(click: Click, table: TableSession, move: Move) -> None:
    async with click.interaction.client.renderer.acknowledging(table) as board:
        note = _note(click, table, move)
        await click.tables.play.decide(table, click.user_id, move, click.press.seq)
        await click.window_shown(table, board)
        await click.settle(table, board, note)


def _note(click: Click, table: TableSession, move: Move) -> str:
    scene = Scene.of(table, click.locale)
    ask = scene.game.ask
    if ask is None:
        return ""
    return click.words("done-choice", choice=scene.phrases.answer(move, ask))


def _slots(texts: Sequence[str], cards: Sequence[str]) -> list[int]:
    """The places of cards that a custom id or a select names. Raises Refusal for one that there is not."""
    places = [str(place) for place in range(len(cards))]
    if not set(texts) <= set(places):
        raise NotOpen
    return [places.index(text) for text in texts]


def _written(click: Click, table: TableSession, now: PendingQuestion) -> Move:
    return _found(read(click.press.arg, now.options, own_cards(Scene.of(table), now.seat)))


def _found(move: Move | None) -> Move:
    if move is None:
        raise NotOpen
    return move
