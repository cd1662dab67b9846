"""The host's menu: what only the host of a lobby may do, in a panel that only the host sees."""

from typing import Final

from discord import ui

from bot.render.controls import PANEL_COLOUR, RED, Control, button, select, view
from bot.render.ids import CustomId
from bot.render.messages.lobby import CLOSED_COLOUR
from bot.render.texts.catalogue import Words
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.ai.players import playing_kind
from bot.tables.games.seats import key_of
from engine.ai import LEVELS, TEMPERAMENTS

BY_CHANCE: Final = "chance"
"""The value of the option that leaves an AI's temperament to chance."""


def host_panel(scene: TableView, user_id: int, note: str = "") -> ui.LayoutView:
    """The menu of a member, with `note` on what has just been done.

    Once the lobby is over, or the member not its host any more, only that is said.
    """
    table, w = scene.table, scene.words
    if table.status is not Status.LOBBY:
        return view(w("lobby-closed" if scene.public is None else "host-begun"), colour=CLOSED_COLOUR)
    if user_id != table.host_id:
        return view(w("host-other", host=f"<@{table.host_id}>"), colour=CLOSED_COLOUR)
    seats = w("lobby-seats", count=len(table.seats), most=table.most_players)
    last = [button(CustomId.on(table, "set"), w("button-settings"))]
    if table.removable:
        last.append(_removing(scene, table.removable[-1]))
    last.append(button(CustomId.on(table, "close"), w("button-close"), RED))
    rows = [last]
    if len(table.seats) < table.most_players:
        rows.insert(0, [select(CustomId.on(table, "addai"), w("host-add"), ai_kinds(w))])
    return view(note, f"{w('host-title')}\n{seats}. {w('host-text')}", rows=rows, colour=PANEL_COLOUR)


def _removing(scene: TableView, seat: int) -> Control:
    """The button that frees a seat; its id says whose, as others may have come and gone before it is pressed."""
    name, sitting = scene.labels.label(seat), scene.table.seats[seat]
    whose = key_of(sitting.user_id, sitting.name)
    return button(CustomId.on(scene.table, "unai", whose), scene.words("button-remove", name=name))


def temperament_panel(scene: TableView, kind: str) -> ui.LayoutView:
    """The choice of the temperament of an AI seat of a kind that is about to be added."""
    table, w = scene.table, scene.words
    named = [(name, w(f"temperament-{name}"), w(f"about-temperament-{name}")) for name in TEMPERAMENTS]
    options = [(BY_CHANCE, w("temperament-chance"), w("about-temperament-chance")), *named]
    return view(
        w("host-temperament-title", kind=w(f"ai-kind-{kind}")),
        rows=[
            [select(CustomId.on(table, "temper", kind), w("host-temperament"), options)],
            [button(CustomId.on(table, "host"), w("button-back"))],
        ],
        colour=PANEL_COLOUR,
    )


def ai_kinds(w: Words) -> list[tuple[str, str, str]]:
    """The kinds of AI seats as options of a select, the weakest first."""
    return [(kind, w(f"ai-kind-{kind}"), _about(kind, w)) for kind in LEVELS]


def _about(kind: str, w: Words) -> str:
    playing = playing_kind(kind)
    return w(f"about-ai-{kind}") if playing == kind else w("about-ai-without", kind=w(f"ai-kind-{playing}"))


def usual_ai_text(w: Words, kind: str) -> str:
    """The sentence that tells moderators the kind of a server's new AI seats, and if another plays instead."""
    text = w("config-ai", kind=w(f"ai-kind-{kind}"))
    return text if playing_kind(kind) == kind else f"{text} {_about(kind, w)}"


def usual_ai_panel(w: Words, kind: str) -> ui.LayoutView:
    """The kind of a server's new AI seats, and a select of all kinds, for moderators."""
    return view(
        usual_ai_text(w, kind),
        rows=[[select(CustomId("aikind", 0), w("config-ai-choose"), ai_kinds(w))]],
        colour=PANEL_COLOUR,
    )
