"""The tokens that a player has, the allegiance among them, and their words; the piles of coins in the middle."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.render.texts.phrases import Phrases


def tokens_of(view: Mapping[str, Any], seat: int) -> Iterator[tuple[str, Any]]:
    """Yields the tokens of a seat in a view of the game (see referee.md).

    Each is the name of its art, and the seat of the other party, the taxed role, or the number of tokens.
    """
    player = view["players"][seat]
    if "allegiance" in player:
        yield f"token_{player['allegiance']}", None
    tokens: Mapping[str, Any] = view.get("tokens") or {}
    if not tokens:
        return
    name = player["name"]
    if tokens.get("peacekeeping") == name:
        yield "token_peacekeeping", None
    treaty = tokens.get("treaty") or ()
    if name in treaty:
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


def piles_of(view: Mapping[str, Any]) -> list[str]:
    """Returns the piles of coins in the middle: Reformation's reserve, or the Bank if its role is in play."""
    return [
        pile for pile in ("reserve", "bank") if pile in view and (pile != "bank" or "financier" in view["roles"])
    ]


def mat_events(view: Mapping[str, Any]) -> list[str]:
    """Returns what McGuire's mat will still bring: nothing for turns of a first player who is out."""
    plays = any(player["name"] == view.get("first") and player["alive"] for player in view["players"])
    events: list[str] = [lying["event"] for lying in view.get("mat") or ()]
    return [event for event in events if plays or not event.endswith("_turn")]


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
