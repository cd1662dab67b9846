"""The lobby: a table that waits for its players."""

from discord import ui

from bot.render.controls import BLUE, GREEN, Control, button, view
from bot.render.ids import Press
from bot.render.public import PublicTable
from bot.render.scene import Scene
from bot.render.words import Words
from bot.store.rows import Status
from engine import RULESETS
from engine.ai import KINDS

LOBBY_COLOUR = 0x4F7CAC
CLOSED_COLOUR = 0x6B7280
SEAL_SHOWN = 16
"""How many digits of the seal the lobby shows; the rules of the table and the game's record show all."""
SOLO_AI = 3
"""How many AI seats one press of "Play against AI" adds."""


def lobby_card(scene: Scene) -> ui.LayoutView:
    """The card of a table before its game; without controls once that has begun or the lobby has closed."""
    table, w = scene.table, scene.words
    if scene.public is None and table.status is not Status.LOBBY:
        return view(w("lobby-closed"), w("lobby-closed-text"), colour=CLOSED_COLOUR)
    waiting = table.status is Status.LOBBY
    return view(
        f"{w('lobby-title', ruleset=w(f'ruleset-{table.ruleset}'))}\n{w(f'about-{table.ruleset}')}",
        _seats(scene),
        settings_text(scene),
        rows=_rows(table, w) if waiting else (),
        colour=LOBBY_COLOUR if waiting else CLOSED_COLOUR,
        footer=w("lobby-seal", commitment=table.commitment[:SEAL_SHOWN]),
    )


def settings_text(scene: Scene) -> str:
    """The roles, options, pace and style of a table, and when it closes, a line each."""
    table, w = scene.table, scene.words
    roles = table.pool or RULESETS[table.ruleset].roles
    lines = [w("lobby-roles", roles=scene.phrases.cards(sorted(roles))) if roles else w("lobby-roles-drawn")]
    lines += options_lines(table, w)
    lines.append(w("lobby-pace", pace=pace_text(table.pace, w)))
    lines.append(w("lobby-style", style=w(f"style-{table.style}-full")))
    if table.deadline is not None and table.status is Status.LOBBY:
        lines.append(w("lobby-expires", when=w("soon", at=str(int(table.deadline)))))
    return "\n".join(lines)


def pace_text(pace: str, w: Words) -> str:
    """A pace by its name and times, or its own times alone."""
    if w.has(f"pace-{pace}-full"):
        return w(f"pace-{pace}-full")
    turn, _, answer = pace.partition("/")
    return w("pace-own", turn=turn, answer=answer)


def options_lines(table: PublicTable, w: Words) -> list[str]:
    """The options that were set, a line each."""
    found = [f"option-{name}-{str(value).lower()}" for name, value in sorted(table.options.items())]
    lines = [w(word) for word in found if w.has(word)]
    return [*lines, w("option-open_hands-true")] if table.open_hands else lines


def _seats(scene: Scene) -> str:
    table, w, phrases = scene.table, scene.words, scene.phrases
    lines = [w("lobby-seats", count=len(table.seats), most=table.most_players)]
    for number, seat in enumerate(table.seats):
        name = phrases.name(number)
        if seat.ai is not None:
            name = w(f"ai-{seat.ai}", name=name)
        marks = [w("lobby-host-mark")] if seat.user_id == table.host_id else []
        if not seat.ready:
            marks.append(w("lobby-waiting-mark"))
        lines.append(" · ".join((f"{number + 1}. {name}", *marks)))
    if not table.seats:
        lines.append(w("lobby-empty"))
    return "\n".join(lines)


def _rows(table: PublicTable, w: Words) -> list[list[Control]]:
    def press(op: str) -> Press:
        return Press(op, table.id)

    humans = [seat for seat in table.seats if seat.ai is None]
    first = [
        button(press("join"), w("button-join"), BLUE),
        button(press("leave"), w("button-leave")),
    ]
    if len(table.seats) == len(humans) == 1:
        first.append(button(press("solo"), w("button-solo", count=SOLO_AI), GREEN))
    else:
        first.append(button(press("start"), w("button-start"), GREEN))
    first.append(button(press("rules"), w("button-rules")))
    second = [button(Press("ai", table.id, 0, kind), w(f"button-add-{kind}")) for kind in sorted(KINDS)]
    if len(humans) < len(table.seats):
        second.append(button(press("unai"), w("button-remove-ai")))
    second += [button(press("set"), w("button-settings")), button(press("close"), w("button-close"))]
    return [first, second]
