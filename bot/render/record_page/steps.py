"""The steps of a game, from its record: the events of each, and the views of everybody and of each seat after it.

A step is a decision that caused an event; the answers before it that changed nothing belong to it. The views come
from the engine: the public view, and the state of the game for facts that only a card's owner sees.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from bot.render.messages.parts.seats import cards_aside, middle_lines, token_words, tokens_of
from bot.render.texts.event_lines import event_lines
from bot.render.texts.phrases import Phrases
from engine import Event, Game
from engine.views.claim_truth import is_claim_true, makes_claim


class Line(NamedTuple):
    """A sentence about what happened, and the seats that may read it in the game; None: everybody."""

    text: str
    to: tuple[int, ...] | None = None


class SeatShown(NamedTuple):
    """The public facts of a seat: coins and tokens in words, face-down cards, cards lost, cards put aside."""

    coins: str
    cards: int
    lost: tuple[str, ...]
    aside: int
    tokens: tuple[str, ...]
    is_out: bool


class SeatHeld(NamedTuple):
    """The facts that a seat alone sees: its hand, and its cards put aside or drawn."""

    hand: tuple[str, ...]
    aside: tuple[str, ...]
    drawn: tuple[str, ...]


class Step(NamedTuple):
    """A step: its turn in words, its lines, and all seats, the table and the open question after it."""

    title: str
    lines: tuple[Line, ...]
    shown: tuple[SeatShown, ...]
    held: tuple[SeatHeld, ...]
    table: str
    next: str


def steps_of(record: Mapping[str, Any], phrases: Phrases) -> list[Step]:
    """Returns the steps of a game, the deal first. Raises engine.Refused for a record that cannot be played."""
    game = Game.begin(record)
    steps = [_step(game, phrases.texts("log-start"), _lines(game, phrases, game.table.events), phrases)]
    title = _title(phrases, 1, game.turn)
    turn = 1
    for decision in record["decisions"]:
        hands = [*game.table.hands]
        events = list(game.decide_json(decision))
        lines = _lines(game, phrases, events, hands, decision.get("card"))
        if lines:
            steps.append(_step(game, title, lines, phrases))
        if any(event["type"] == "turn" for event in events):
            turn += 1
            title = _title(phrases, turn, game.turn)
    if game.winners is None:
        steps[-1] = steps[-1]._replace(lines=(*steps[-1].lines, Line(phrases.texts("record-ended"))))
    return steps


def _title(phrases: Phrases, turn: int, seat: int) -> str:
    return phrases.texts("log-turn", turn=turn, name=phrases.title(seat))


def _lines(
    game: Game,
    phrases: Phrases,
    events: Sequence[Event],
    hands: Sequence[tuple[str, ...]] = (),
    card: str | None = None,
) -> tuple[Line, ...]:
    """Returns the lines of the events of a decision; `hands` are those before it, `card` the one it named."""
    lines: list[Line] = []
    for is_secret, group in groupby(events, lambda event: "to" in event):
        told = list(group)
        if is_secret:
            lines += (_secret(phrases, event) for event in told if event.get("cards") != ())
        else:
            lines += (Line(text) for text in event_lines(phrases, game.table.edition.ruleset, told))
            lines += _truths(phrases, told, hands, card)
    if game.winners is not None:
        names = phrases.names(game.winners)
        lines.append(Line(phrases.texts("record-won", count=len(game.winners), names=names)))
    return tuple(lines)


def _secret(phrases: Phrases, event: Event) -> Line:
    """Returns the line of an event that not everybody may know."""
    facts = {key: phrases.name(event[key]) for key in ("by", "target", "recipient") if key in event}
    cards = event["cards"] if "cards" in event else (event["card"],)
    return Line(phrases.texts(f"record-{event['type']}", cards=phrases.cards(cards), **facts), event["to"])


def _truths(
    phrases: Phrases, events: Sequence[Event], hands: Sequence[tuple[str, ...]], card: str | None
) -> Iterator[Line]:
    """Yields for each claim whether it was true, which the claimant knew."""
    for event in events:
        if makes_claim(event):
            seat: int = event["by"]
            word = "record-true" if is_claim_true(event, hands[seat], card) else "record-bluff"
            word, role = (f"{word}-denied", event["denied"]) if "denied" in event else (word, event["role"])
            yield Line(phrases.texts(word, by=phrases.name(seat), role=phrases.role(role)), (seat,))


def _step(game: Game, title: str, lines: tuple[Line, ...], phrases: Phrases) -> Step:
    public, state = game.public(), game.state()
    drawn, cards = state.get("drawn", {}), phrases.count(public.view["deck_size"])
    return Step(
        title,
        lines,
        tuple(_shown(public.view, seat, phrases) for seat in range(len(game.names))),
        tuple(
            SeatHeld(tuple(player["hand"]), tuple(player["aside"]), tuple(drawn.get(player["name"], ())))
            for player in state["players"]
        ),
        " ".join((phrases.texts("record-deck", cards=cards), *middle_lines(public.view, phrases))),
        phrases.texts("record-next", names=phrases.names(public.asked)) if public.asked else "",
    )


def _shown(view: Mapping[str, Any], seat: int, phrases: Phrases) -> SeatShown:
    player = view["players"][seat]
    tokens = tuple(token_words(phrases, art, fact) for art, fact in tokens_of(view, seat))
    coins = phrases.coins(player["coins"])
    lost = tuple(player["lost"])
    return SeatShown(coins, player["cards"], lost, cards_aside(player), tokens, not player["alive"])
