"""The message of a game's end: winners, all hands, and what members may read or do next."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.render.controls import GREEN, Control, Layout, layout, table_button
from bot.render.icons import SymbolText
from bot.render.message_pictures import Illustrated, beside_card, chart_picture
from bot.render.messages.parts.moment import moment_story
from bot.render.messages.parts.seats import has_symbols, lost_symbols
from bot.render.messages.parts.talk import talk_line
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView

END_COLOUR: Final = 0x3F8F5B
MINUS: Final = "\N{MINUS SIGN}"


def end_message(view: TableView, note: str = "") -> Layout:
    """Returns the last message of a game: winner, `note`, places with all hands, length, chart and buttons.

    It fits one screen of a phone; the log tells the highlights.
    """
    texts, phrases = view.texts, view.phrases
    away = texts("end-away", names=phrases.names(view.abandoned)) if view.abandoned else ""
    turns = enumerate(view.story, start=1)
    stalled = [turn for turn, events in turns if any(event["type"] == "stalled" for event in events)]
    seats = sorted(range(len(view.seats)), key=lambda seat: view.places[seat] if view.places else 0)
    return layout(
        _victory(view),
        note,
        away,
        talk_line(view, len(view.story) - 1, is_over=True),
        _hands(view, seats),
        "\n".join((_length(view), *(texts("end-stalled", turn=turn) for turn in stalled))),
        rows=[[table_button(view, "rematch", GREEN), *reading_buttons(view)]],
        colour=END_COLOUR,
        picture=chart_picture(view),
    )


def _length(view: TableView) -> str:
    """Returns how long a finished game was, and the number of bluffs, if the rules of now can replay it."""
    history = view.history
    if history is None:
        return view.texts("end-turns", turns=len(view.story))
    return view.texts("end-story", turns=history.turns, told=len(history.bluffs), caught=len(history.caught))


def _hands(view: TableView, seats: Sequence[int]) -> str:
    """Returns a line for each player, in this order. Emojis replace the names of cards, if there are any."""
    lines = (_hand(view, view.labels, seat, _in_words(view, seat)) for seat in seats)
    words = "\n".join((view.texts("end-revealed"), *lines))
    if not has_symbols(view):
        return words
    symbols = (_hand(view, view.phrases, seat, _in_symbols(view, seat)) for seat in seats)
    return SymbolText("\n".join(symbols), lambda: words)


def _in_words(view: TableView, seat: int) -> Iterator[str]:
    held, lost = view.players[seat].get("hand"), view.players[seat]["lost"]
    if held:
        yield view.labels.cards(held)
    if lost:
        yield view.texts("seat-lost", cards=view.labels.cards(lost))


def _in_symbols(view: TableView, seat: int) -> Iterator[str]:
    held = view.players[seat].get("hand") or ()
    shown = "".join(f"{view.icons.emoji(card) or view.labels.role(card)}" for card in held)
    yield shown + lost_symbols(view, seat)


def _hand(view: TableView, phrases: Phrases, seat: int, shown: Iterable[str]) -> str:
    """Returns the line of a player: its place, its cards as `shown`, and how its rating changed."""
    texts, cards = view.texts, [*filter(None, shown)]
    change = view.points.get(seat)
    if change is not None:
        before, after = round(change.before), round(change.after)
        points = {"points": str(after), "change": f"{after - before:+}".replace("-", MINUS)}
        cards.append(texts("end-points", **points))
    line = texts("end-hand", name=phrases.name(seat), cards=" · ".join(cards) or texts("end-hand-none"))
    return texts("end-place", place=view.places[seat], line=line) if view.places else line


def _victory(view: TableView) -> str | Illustrated:
    """Returns who has won, with a card of the winner beside it, and what decided the game."""
    texts, phrases, winners = view.texts, view.phrases, view.game.winners or ()
    credited = [seat for seat in winners if seat not in view.abandoned]
    names = texts.join([phrases.title(seat) for seat in credited or winners])
    last = moment_story(view, len(view.story) - 1)
    if not credited:
        return f"{texts('end-title-nobody', names=names)}\n{last}"
    crown, team = view.icons.text("crown") or texts("end-crown"), view.players[credited[0]].get("team")
    title = texts("end-title", crown=crown, count=len(credited), names=names)
    if team is not None:
        title = f"{texts('end-title-team', crown=crown, team=phrases.team(team))}\n{names}"
    card = next((card for seat in credited for card in view.players[seat].get("hand") or ()), None)
    return beside_card(f"{title}\n{last}", card, view)


def reading_buttons(view: TableView) -> list[Control]:
    """Returns the buttons to read about a game that is over."""
    return [table_button(view, op) for op in ("log", "record", "coach", "fair")]
