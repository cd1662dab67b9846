"""Who is in: every player's coins, cards and tokens in lines that read well aloud."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bot.render.icons import Icons
from bot.render.texts.catalogue import Words
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.store.rows import Status


def seats_text(scene: TableView) -> str:
    """One line for each player, in clockwise order, the active player marked."""
    return "\n".join(_line(scene, seat, player) for seat, player in enumerate(scene.view["players"]))


def table_text(scene: TableView) -> str:
    """The roles in play and what else lies on the table, in small print."""
    words, phrases, view = scene.words, scene.phrases, scene.view
    roles = _role_names(words, scene.icons, tuple(view["roles"]))
    lines = [words("table-roles", roles=roles, cards=phrases.count(view["deck_size"]))]
    if view.get("out"):
        lines.append(words("table-out", cards=phrases.cards(view["out"])))
    if view.get("mat"):
        first = phrases.name(scene.seat(view["first"]))
        events = ", ".join(
            scene.icons.text(f"mat_{left['event']}") + words(f"mat-{left['event']}", name=first)
            for left in view["mat"]
        )
        lines.append(words("table-mat", events=events))
    if scene.table.open_hands:
        lines.append(words("table-open-hands"))
    return "\n".join(lines)


def tokens_on(scene: TableView, seat: int) -> list[str]:
    """What lies on a player: tokens, in words, with their emojis."""
    words, phrases, icon = scene.words, scene.phrases, scene.icons.text
    tokens: Mapping[str, Any] = scene.view.get("tokens") or {}
    name = scene.game.names[seat]
    found: list[str] = []
    if tokens.get("peacekeeping") == name:
        found.append(icon("token_peacekeeping") + words("seat-peacekeeping"))
    treaty = tokens.get("treaty") or ()
    if name in treaty:
        partner = next(other for other in treaty if other != name)
        found.append(icon("token_treaty") + words("seat-treaty", name=phrases.name(scene.seat(partner))))
    tax = tokens.get("tax")
    if tax and tax["holder"] == name:
        found.append(icon("token_tax") + words("seat-tax", role=phrases.role(tax["role"])))
    threats = sum(token["on"] == name for token in tokens.get("disappear") or ())
    if threats:
        found.append(icon("token_disappear") + words("seat-disappear", count=threats))
    return found


@lru_cache(maxsize=256)
def _role_names(words: Words, icons: Icons, roles: tuple[str, ...]) -> str:
    """The names of the roles in play, alphabetically; the same on every card of a game."""
    phrases = Phrases(words, (), icons=icons)
    return ", ".join(map(phrases.role, sorted(roles, key=Phrases(words, ()).role)))


def _line(scene: TableView, seat: int, player: Mapping[str, Any]) -> str:
    words, phrases = scene.words, scene.phrases
    sitting = scene.table.seats[seat]
    facts: list[str] = []
    if player["alive"]:
        facts += [phrases.coins(player["coins"]), phrases.count(player["cards"])]
        if player.get("aside"):
            facts.append(words("seat-aside", cards=phrases.count(_aside(player))))
    else:
        facts.append(words("seat-out"))
        if player["coins"]:
            facts.append(phrases.coins(player["coins"]))
    if player["lost"]:
        facts.append(words("seat-lost", cards=phrases.cards(player["lost"])))
    facts += tokens_on(scene, seat)
    if player.get("team") is not None:
        facts.append(words("seat-team", team=player["team"] + 1))
    if sitting.away and player["alive"]:
        facts.append(words("seat-away" if scene.table.status is Status.PLAYING else "seat-absent"))
    mark = "➤ " if seat == scene.game.turn and scene.game.winners is None else ""
    return f"{mark}{scene.seated(seat)} · {' · '.join(facts)}"


def _aside(player: Mapping[str, Any]) -> int:
    aside = player["aside"]
    return aside if isinstance(aside, int) else len(aside)
