"""The players, a line each: coins, cards, tokens; in symbols where there are emojis."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from bot.render.icons import SymbolText
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from engine.editions.reformation import ALLEGIANCES

_TURN: Final = "➤ "
_LOST: Final = "✕"
_TOKEN_SYMBOLS: Final = 2
"""The most symbols of tokens in a player's line; one fewer if a card is lost, and one if the member is away."""


def seats_text(view: TableView) -> str:
    """Returns a line for each player, clockwise; the active player is marked. Emojis replace words, if any."""
    if not has_symbols(view):
        return _words(view)
    return SymbolText("\n".join(_symbols(view, seat) for seat in range(len(view.seats))), partial(_words, view))


def extras_text(view: TableView) -> str:
    """Returns in small print: piles, what the lines do not say, cards out of the game, what the mat will bring."""
    texts, phrases = view.texts, view.phrases
    in_symbols, lines = has_symbols(view), [*middle_lines(view.game.view, phrases)]
    if "allegiance" in view.players[0] and all(view.icons.symbol(f"token_{each}") for each in ALLEGIANCES):
        signs = " · ".join([token_words(phrases, f"token_{each}", None) for each in ALLEGIANCES])
        lines = [" ".join((*lines, signs))]
    allegiances = {player["allegiance"] for player in view.players if player["alive"] and "allegiance" in player}
    if len(allegiances) == 1:
        lines.append(texts("table-one-allegiance", allegiance=texts(f"seat-{allegiances.pop()}")))
    lines += [
        texts("table-tokens", name=phrases.name(seat), tokens=texts.join(tokens))
        for seat in range(len(view.seats))
        if in_symbols and (tokens := tokens_on(view, seat)) and not _token_symbols(view, seat)
    ]
    lines += [
        texts("table-aside", name=phrases.name(seat), cards=phrases.count(aside))
        for seat, player in enumerate(view.players)
        if player["alive"] and (aside := cards_aside(player))
    ]
    return "\n".join(f"-# {line}" for line in lines)


def lost_symbols(view: TableView, seat: int) -> str:
    """Returns the cards that a player has lost, as crossed emojis; the name of a card that has none."""
    symbol, role = view.icons.symbol, view.labels.role
    return "".join(f"{_LOST}{symbol(lost) or role(lost)}" for lost in view.players[seat]["lost"])


def tokens_on(view: TableView, seat: int) -> list[str]:
    """Returns the tokens on a player, in words with their emojis."""
    return [token_words(view.phrases, art, fact) for art, fact in tokens_of(view.game.view, seat)]


def has_symbols(view: TableView) -> bool:
    """Returns whether emojis may replace the words of the players' lines."""
    return bool(view.icons.symbol("coin") and view.icons.symbol("card"))


def _symbols(view: TableView, seat: int) -> str:
    """Returns the line of a player; that of the view before, if nothing in it has changed."""
    facts = view.players[seat], [*tokens_of(view.game.view, seat)], _name(view, view.phrases, seat)
    known, line = view.settled.get(("line", seat), (None, ""))
    if known != facts:
        line = " ".join(filter(None, (facts[-1], *_in_symbols(view, seat))))
        view.settled["line", seat] = facts, line
    return line


def _words(view: TableView) -> str:
    return "\n".join(
        " · ".join((_name(view, view.labels, seat), *_in_words(view, seat))) for seat in range(len(view.seats))
    )


def _name(view: TableView, phrases: Phrases, seat: int) -> str:
    mark = _TURN if seat == view.game.turn and view.game.winners is None else ""
    return mark + phrases.name(seat)


def _in_words(view: TableView, seat: int) -> Iterator[str]:
    texts, phrases, player = view.texts, view.labels, view.players[seat]
    if not player["alive"]:
        yield texts("seat-out")
    if player["alive"] or player["coins"]:
        yield phrases.coins(player["coins"])
    if player["alive"]:
        yield phrases.count(player["cards"])
    if player["lost"]:
        yield texts("seat-lost", cards=phrases.cards(player["lost"]))
    for art, fact in tokens_of(view.game.view, seat):
        yield token_words(phrases, art, fact)
    yield from _absence(view, seat)


def _in_symbols(view: TableView, seat: int) -> Iterator[str]:
    player, icons, card = view.players[seat], view.icons, view.icons.symbol("card")
    if not player["alive"]:
        yield view.texts("seat-out")
    if player["alive"] or player["coins"]:
        yield f"{icons.text('coin')}{player['coins']}"
    held = card * player["cards"] if player["alive"] else ""
    yield held + lost_symbols(view, seat)
    yield _token_symbols(view, seat)
    yield from _absence(view, seat)


def _token_symbols(view: TableView, seat: int) -> str:
    """Returns the tokens of a player in symbols; an empty text without tokens, or if they do not fit the line."""
    tokens = list(tokens_of(view.game.view, seat))
    width = sum(2 if art == "token_tax" else 1 for art, _ in tokens)
    room = _TOKEN_SYMBOLS - bool(view.players[seat]["lost"]) - any(_absence(view, seat))
    return "".join(_token_symbol(view, art, fact) for art, fact in tokens) if width <= room else ""


def _token_symbol(view: TableView, art: str, fact: Any) -> str:
    """Returns a token as an emoji, with the taxed role or the number of tokens; in words if it has none."""
    symbol = view.icons.symbol(art)
    if not symbol:
        return token_words(view.labels, art, fact)
    if art == "token_tax":
        return symbol + (view.icons.symbol(fact) or view.labels.role(fact))
    return f"{symbol}{fact}" if art == "token_disappear" and fact > 1 else symbol


def _absence(view: TableView, seat: int) -> Iterator[str]:
    """Yields the mark of a member who is away."""
    if seat in view.absent:
        yield view.texts("seat-away")


def cards_aside(player: Mapping[str, Any]) -> int:
    """Returns the number of cards that a player has put aside; a view has the cards only once they are open."""
    aside = player.get("aside") or ()
    return aside if isinstance(aside, int) else len(aside)


def tokens_of(view: Mapping[str, Any], seat: int) -> Iterator[tuple[str, Any]]:
    """Yields the tokens of a seat in a view of the game (see referee.md), but no void treaty (rules.md 3.2, 3.5).

    Each is the name of its art, and the seat of the other party, the taxed role, or the number of tokens.
    """
    player = view["players"][seat]
    if "allegiance" in player and player["alive"]:
        yield f"token_{player['allegiance']}", None
    tokens: Mapping[str, Any] = view.get("tokens") or {}
    if not tokens:
        return
    name = player["name"]
    if tokens.get("peacekeeping") == name:
        yield "token_peacekeeping", None
    treaty = tokens.get("treaty") or ()
    if name in treaty and {each["name"] for each in view["players"] if each["alive"]} > {*treaty}:
        names = [each["name"] for each in view["players"]]
        yield "token_treaty", next(names.index(other) for other in treaty if other != name)
    tax = tokens.get("tax")
    if tax and tax["holder"] == name:
        yield "token_tax", tax["role"]
    bomb = tokens.get("bomb")
    if bomb and bomb["on"] == name:
        yield "token_bomb", None
    threats = sum(token["on"] == name for token in tokens.get("disappear") or ())
    if threats:
        yield "token_disappear", threats


def middle_lines(view: Mapping[str, Any], phrases: Phrases) -> Iterator[str]:
    """Yields what lies in the middle: a pile of coins; in McGuire's rules cards out of the game, and the mat."""
    texts = phrases.texts
    if "reserve" in view:
        yield texts("table-reserve", coins=phrases.coins(view["reserve"]))
    if "bank" in view and "financier" in view["roles"]:  # only that role makes use of the Bank
        yield texts("table-bank", coins=phrases.coins(view["bank"]))
    if view.get("out"):
        yield texts("table-out", cards=phrases.cards(view["out"]))
    first = next(
        (seat for seat, player in enumerate(view["players"]) if player["name"] == view.get("first")), None
    )
    plays = first is not None and view["players"][first]["alive"]
    events: list[str] = [lying["event"] for lying in view.get("mat") or ()]
    # The turns of a first player who is out bring nothing.
    coming = [event for event in events if plays or not event.endswith("_turn")]
    if coming:
        named = [
            phrases.icons.text(f"mat_{event}") + texts(f"mat-{event}", name=phrases.name(first))
            for event in coming
        ]
        yield texts("table-mat", events=texts.join(named, "comma"))


def token_words(phrases: Phrases, art: str, fact: Any) -> str:
    """Returns a token of `tokens_of` in words, with emojis if `phrases` have any."""
    facts: dict[str, str | int] = {}
    match art:
        case "token_treaty":
            facts["name"] = phrases.name(fact)
        case "token_tax":
            facts["role"] = phrases.role(fact)
        case "token_disappear":
            facts["count"] = fact
        case _:
            pass
    return phrases.icons.text(art) + phrases.texts(art.replace("token_", "seat-"), **facts)
