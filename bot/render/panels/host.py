"""The host's menu: what only the host of a lobby may do, in a panel that only the host sees."""

from discord import ui

from bot.render.cards.lobby import CLOSED_COLOUR
from bot.render.controls import PANEL_COLOUR, RED, button, select, view
from bot.render.ids import Press
from bot.render.scene import Scene
from bot.store.rows import Status
from engine.ai import KINDS


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
        kinds = [(kind, w(f"ai-kind-{kind}"), w(f"about-ai-{kind}")) for kind in sorted(KINDS)]
        rows.insert(0, [select(Press("addai", table.id), w("host-add"), kinds)])
    return view(note, f"{w('host-title')}\n{seats}. {w('host-text')}", rows=rows, colour=PANEL_COLOUR)
