"""The message of a game's end: winners, all hands, and what members may read or do next."""

from collections.abc import Sequence
from typing import Final

from bot.render.controls import GREEN, Control, Layout, layout, table_button
from bot.render.icons import SymbolText
from bot.render.message_pictures import Illustrated, beside_card, chart_picture
from bot.render.messages.moment import moment_story, talk_line
from bot.render.messages.seats import has_symbols, lost_symbols
from bot.render.view_model import TableView

END_COLOUR: Final = 0x3F8F5B
MINUS: Final = "\N{MINUS SIGN}"


def end_message(view: TableView, note: str = "") -> Layout:
    """Returns the last message of a game, for one screen: winner, `note`, all hands, length, chart and buttons."""
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
        rows=[end_buttons(view)],
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
    words = "\n".join((view.texts("end-revealed"), *(_hand(view, seat, in_symbols=False) for seat in seats)))
    if not has_symbols(view):
        return words
    return SymbolText("\n".join(_hand(view, seat, in_symbols=True) for seat in seats), lambda: words)


def _hand(view: TableView, seat: int, *, in_symbols: bool) -> str:
    """Returns the line of a player: its place, its cards, and how its rating changed."""
    texts, labels = view.texts, view.labels
    held, lost, change = view.players[seat].get("hand") or (), view.players[seat]["lost"], view.points.get(seat)
    if in_symbols:
        symbols = "".join(f"{view.icons.emoji(card) or labels.role(card)}" for card in held)
        shown = [symbols + lost_symbols(view, seat)]
    else:
        shown = [labels.cards(held), texts("seat-lost", cards=labels.cards(lost)) if lost else ""]
    if change is not None:
        before, after = round(change.before), round(change.after)
        points = {"points": str(after), "change": f"{after - before:+}".replace("-", MINUS)}
        shown.append(texts("end-points", **points))
    name = (view.phrases if in_symbols else labels).name(seat)
    line = texts("end-hand", name=name, cards=" · ".join(filter(None, shown)) or texts("end-hand-none"))
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


def end_buttons(view: TableView) -> list[Control]:
    """Returns the buttons to play again, and to read about a game that has ended."""
    reading = [table_button(view, op) for op in ("log", "record", "coach", "fair")]
    return [table_button(view, "rematch", GREEN), *reading]
