"""The host's menu: what only the host of a lobby may do, in a panel that only the host sees."""

from typing import Final

from discord import ui

from bot.render.cards.lobby import CLOSED_COLOUR
from bot.render.controls import PANEL_COLOUR, RED, button, select, view
from bot.render.ids import Press
from bot.render.scene import Scene
from bot.render.texts.words import Words
from bot.store.rows import Status
from engine.ai import KINDS, TEMPERAMENTS

BY_CHANCE: Final = "chance"
"""The value of the option that leaves an AI's temperament to chance."""


def host_panel(scene: Scene, note: str = "") -> ui.LayoutView:
    """The menu, with `note` on what has just been done; without controls once the lobby is over."""
    table, w, phrases = scene.table, scene.words, scene.phrases
    if table.status is not Status.LOBBY:
        return view(note, w("lobby-closed"), colour=CLOSED_COLOUR)
    seats = w("lobby-seats", count=len(table.seats), most=table.most_players)
    last = [button(Press("set", table.id), w("button-settings"))]
    if table.removable:
        gone = phrases.label(table.removable[-1])
        last.append(button(Press("unai", table.id), w("button-remove", name=gone)))
    last.append(button(Press("close", table.id), w("button-close"), RED))
    rows = [last]
    if len(table.seats) < table.most_players:
        rows.insert(0, [select(Press("addai", table.id), w("host-add"), ai_kinds(w))])
    return view(note, f"{w('host-title')}\n{seats}. {w('host-text')}", rows=rows, colour=PANEL_COLOUR)


def temperament_panel(scene: Scene, kind: str) -> ui.LayoutView:
    """The choice of the temperament of an AI seat of a kind that is about to be added."""
    table, w = scene.table, scene.words
    named = [(name, w(f"temperament-{name}"), w(f"about-temperament-{name}")) for name in TEMPERAMENTS]
    options = [(BY_CHANCE, w("temperament-chance"), w("about-temperament-chance")), *named]
    return view(
        w("host-temperament-title", kind=w(f"ai-kind-{kind}")),
        rows=[
            [select(Press("temper", table.id, 0, kind), w("host-temperament"), options)],
            [button(Press("host", table.id), w("button-back"))],
        ],
        colour=PANEL_COLOUR,
    )


def ai_kinds(w: Words) -> list[tuple[str, str, str]]:
    """The kinds of AI seats as options of a select, the weakest first."""
    return [(kind, w(f"ai-kind-{kind}"), w(f"about-ai-{kind}")) for kind in KINDS]


def usual_ai_panel(w: Words) -> ui.LayoutView:
    """The choice of the kind of a server's new AI seats, for moderators."""
    return view(
        w("config-ai-title"),
        rows=[[select(Press("aikind", 0), w("config-ai-choose"), ai_kinds(w))]],
        colour=PANEL_COLOUR,
    )
