"""The players and the roles in play: coins, cards and tokens, in lines that a screen reader reads well."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bot.render.icons import Icons
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.store.rows import Status


def seats_text(view: TableView) -> str:
    """Returns a line for each player, clockwise; the active player is marked."""
    return "\n".join(_line(view, seat, player) for seat, player in enumerate(view.players))


def table_text(view: TableView) -> str:
    """Returns the roles in play, the deck and what else is open to all, in small print."""
    texts, phrases, game = view.texts, view.phrases, view.game.view
    roles = _role_names(texts, view.icons, tuple(game["roles"]))
    lines = [texts("table-roles", roles=roles, cards=phrases.count(game["deck_size"]))]
    if game.get("out"):
        lines.append(texts("table-out", cards=phrases.cards(game["out"])))
    if game.get("mat"):
        first = phrases.name(view.seat_of(game["first"]))
        events = ", ".join(
            view.icons.text(f"mat_{left['event']}") + texts(f"mat-{left['event']}", name=first)
            for left in game["mat"]
        )
        lines.append(texts("table-mat", events=events))
    if view.open_hands:
        lines.append(texts("table-open-hands"))
    return "\n".join(lines)


def tokens_on(view: TableView, seat: int) -> list[str]:
    """Returns the tokens on a player, in words with their emojis."""
    texts, phrases, icon = view.texts, view.phrases, view.icons.text
    tokens: Mapping[str, Any] = view.game.view.get("tokens") or {}
    name = view.game.names[seat]
    found: list[str] = []
    if tokens.get("peacekeeping") == name:
        found.append(icon("token_peacekeeping") + texts("seat-peacekeeping"))
    treaty = tokens.get("treaty") or ()
    if name in treaty:
        partner = next(other for other in treaty if other != name)
        found.append(icon("token_treaty") + texts("seat-treaty", name=phrases.name(view.seat_of(partner))))
    tax = tokens.get("tax")
    if tax and tax["holder"] == name:
        found.append(icon("token_tax") + texts("seat-tax", role=phrases.role(tax["role"])))
    threats = sum(token["on"] == name for token in tokens.get("disappear") or ())
    if threats:
        found.append(icon("token_disappear") + texts("seat-disappear", count=threats))
    return found


@lru_cache(maxsize=256)
def _role_names(texts: Texts, icons: Icons, roles: tuple[str, ...]) -> str:
    """Returns the names of the roles in play, alphabetically.

    Cached, because every message of a game has the same.
    """
    phrases = Phrases(texts, (), icons=icons)
    return ", ".join(map(phrases.role, sorted(roles, key=Phrases(texts, ()).role)))


def _line(view: TableView, seat: int, player: Mapping[str, Any]) -> str:
    texts, phrases = view.texts, view.phrases
    facts: list[str] = []
    if player["alive"]:
        facts += [phrases.coins(player["coins"]), phrases.count(player["cards"])]
        if player.get("aside"):
            facts.append(texts("seat-aside", cards=phrases.count(_aside(player))))
    else:
        facts.append(texts("seat-out"))
        if player["coins"]:
            facts.append(phrases.coins(player["coins"]))
    if player["lost"]:
        facts.append(texts("seat-lost", cards=phrases.cards(player["lost"])))
    facts += tokens_on(view, seat)
    if player.get("team") is not None:
        facts.append(texts("seat-team", team=player["team"] + 1))
    if view.seats[seat].away and player["alive"]:
        facts.append(texts("seat-away" if view.status is Status.PLAYING else "seat-absent"))
    mark = "➤ " if seat == view.game.turn and view.game.winners is None else ""
    return f"{mark}{view.occupant(seat)} · {' · '.join(facts)}"


def _aside(player: Mapping[str, Any]) -> int:
    """Returns the number of cards that a player has put aside; a view has the cards only once they are open."""
    aside = player["aside"]
    return aside if isinstance(aside, int) else len(aside)
