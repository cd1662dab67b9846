"""The lobby: a table that waits for its players."""

from discord import ui

from bot.render.controls import BLUE, GREEN, Control, button, view
from bot.render.ids import CustomId
from bot.render.public import PublicTable
from bot.render.texts.catalogue import Words
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.games.setup import Deal, deal_for
from engine import RULESETS
from engine.editions.g54.pool_survey import DRAWN_FROM

LOBBY_COLOUR = 0x4F7CAC
CLOSED_COLOUR = 0x6B7280
SEAL_SHOWN = 16
"""How many digits of the seal the lobby shows; the rules of the table and the game's record show all."""
SOLO_AI = 3
"""How many AI seats one press of "Play against AI" adds."""
_TWO = 2
UNITS = {"days": 86400, "hours": 3600, "minutes": 60, "seconds": 1}


def lobby_message(scene: TableView) -> ui.LayoutView:
    """The card of a table before its game; nothing can be pressed once that has begun or the lobby has closed."""
    table, w = scene.table, scene.words
    if table.thread is not None:
        return _moved(scene, table.thread)
    if scene.public is None and table.status is not Status.LOBBY:
        by = table.ended_by
        text = w("lobby-closed-text") if by is None else w("lobby-closed-by", who=f"<@{by}>")
        return view(w("lobby-closed"), text, colour=CLOSED_COLOUR)
    waiting = table.status is Status.LOBBY
    return view(
        f"{w('lobby-title', ruleset=w(f'ruleset-{table.ruleset}'))}\n{w(f'about-{table.ruleset}')}",
        _seats(scene),
        settings_text(scene),
        rows=_rows(table, w) if waiting else _mark(table, w) if table.one_card else (),
        colour=LOBBY_COLOUR if waiting else CLOSED_COLOUR,
        footer=w("lobby-seal", commitment=table.commitment[:SEAL_SHOWN]),
    )


def settings_text(scene: TableView) -> str:
    """The roles, options, pace and style of a table, how its game begins, and when it closes, a line each."""
    table, w = scene.table, scene.words
    roles = lobby_roles(table)
    lines = [w("lobby-roles", roles=scene.phrases.cards(roles)) if roles else drawn_text(table, w)]
    lines += options_lines(table, w)
    lines += _beginning_lines(table, scene.phrases)
    lines.append(w("lobby-pace", pace=pace_text(table.pace, w)))
    lines.append(w("lobby-style", style=w(f"style-{table.style}-full")))
    if table.deadline is not None and table.status is Status.LOBBY:
        lines.append(w("lobby-expires", when=w("clock-time", at=str(int(table.deadline)))))
    return "\n".join(lines)


def lobby_roles(table: PublicTable) -> list[str]:
    """The roles that a game at a table will be played with, sorted; none while they are yet to be drawn."""
    roles = table.pool or RULESETS[table.ruleset].roles
    replaced = {"ambassador": "inquisitor"} if table.options.get("inquisitor") else {}
    return sorted(replaced.get(role, role) for role in roles)


def drawn_text(table: PublicTable, w: Words) -> str:
    """Which pools the roles of a table will be drawn from."""
    return w(f"lobby-roles-{table.options.get(DRAWN_FROM, 'drawn')}")


def pace_text(pace: str, w: Words) -> str:
    """A pace by its name and times, or its own times alone."""
    if w.has(f"pace-{pace}-full"):
        return w(f"pace-{pace}-full")
    turn, answer = (_duration(int(seconds), w) for seconds in pace.split("/"))
    return w("pace-own", turn=turn, answer=answer)


def _duration(seconds: int, w: Words) -> str:
    """A time in the units that it has, such as 1 hour 30 minutes."""
    parts: list[str] = []
    for unit, length in UNITS.items():
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(w(f"count-{unit}", count=count))
    return " ".join(parts)


def options_lines(table: PublicTable, w: Words) -> list[str]:
    """The options that were set, a line each."""
    found = [f"option-{name}-{str(value).lower()}" for name, value in sorted(table.options.items())]
    lines = [w(word) for word in found if w.has(word)]
    own = {"open_hands": table.open_hands, "resigns": table.resigns}
    return [*lines, *(w(f"option-{name}-true") for name, chosen in own.items() if chosen)]


def _beginning_lines(table: PublicTable, phrases: Phrases) -> list[str]:
    """What everybody starts with, for two and for more where that differs, and who starts."""
    w, seated = phrases.words, len(table.seats)
    two, more = (deal_for(table.ruleset, table.options, players) for players in (_TWO, max(seated, _TWO + 1)))
    lines: list[str] = []
    if more is None:  # such as teams, while their number is not complete
        more = deal_for(table.ruleset, table.options, table.most_players)
    differs = two is not None and seated <= _TWO and two != more
    if more is not None and not (differs and seated == _TWO):
        lines.append(_deal_text("lobby-deal", more, phrases))
    if two is not None and differs:
        lines.append(_deal_text("lobby-deal-two", two, phrases))
    ruleset = RULESETS[table.ruleset]
    how = "rematch" if table.rematch else "winner" if ruleset.winner_starts else "chance"
    lines.append(w(f"lobby-starts-{how}"))
    if ruleset.reverses:
        lines.append(w("lobby-reverses"))
    return lines


def _deal_text(word: str, deal: Deal, phrases: Phrases) -> str:
    facts = {"cards": phrases.count(deal.cards), "coins": phrases.coins(deal.coins)}
    text = phrases.words(word, **facts)
    if deal.first_coins == deal.coins:
        return text
    return f"{text} {phrases.words('lobby-deal-first', coins=phrases.coins(deal.first_coins))}"


def _seats(scene: TableView) -> str:
    table, w, phrases = scene.table, scene.words, scene.phrases
    deal = deal_for(table.ruleset, table.options, len(table.seats))
    lines = [w("lobby-seats", count=len(table.seats), most=table.most_players)]
    for number, seat in enumerate(table.seats):
        marks = [w("lobby-host-mark")] if seat.user_id == table.host_id else []
        if deal is not None and deal.teams:
            marks.append(w("seat-team", team=deal.teams[number] + 1))
        if not seat.ready:
            marks.append(w("lobby-waiting-mark"))
        lines.append(" · ".join((f"{number + 1}. {scene.seated(number)}", *marks)))
    if not table.seats:
        lines.append(w("lobby-empty"))
    if table.replaceable_ai is not None and table.status is Status.LOBBY:
        lines.append(w("lobby-full", name=phrases.name(table.replaceable_ai)))
    return "\n".join(lines)


def _moved(scene: TableView, thread: str) -> ui.LayoutView:
    """What remains of the lobby in its channel: where the game is played, and how it ended."""
    table, w = scene.table, scene.words
    title = w("lobby-title", ruleset=w(f"ruleset-{table.ruleset}"))
    winners = () if scene.public is None else scene.public.winners or ()
    if winners:
        text = w("moved-won", names=scene.phrases.names(winners), thread=thread)
    elif table.status in (Status.PLAYING, Status.PAUSED):
        text = w("moved-now", names=scene.phrases.names(range(len(table.seats))), thread=thread)
    else:
        text = w("moved-ended", thread=thread)
    seal = w("rules-seal", commitment=f"{table.commitment[:SEAL_SHOWN]}…")
    return view(f"{title}\n{text}", colour=CLOSED_COLOUR, footer=seal)


def _mark(table: PublicTable, w: Words) -> list[list[Control]]:
    """A button that cannot be pressed, by which the card is recognised until it is deleted."""
    return [[button(CustomId.on(table, "rules"), w("button-rules"), disabled=True)]]


def _rows(table: PublicTable, w: Words) -> list[list[Control]]:
    def press(op: str) -> CustomId:
        return CustomId.on(table, op)

    humans = sum(seat.ai is None for seat in table.seats)
    everybody = [
        button(press("join"), w("button-join"), BLUE),
        button(press("leave"), w("button-leave")),
        button(press("rules"), w("button-rules")),
    ]
    if len(table.seats) == humans == 1:
        begin = button(press("solo"), w("button-solo", count=SOLO_AI), GREEN)
    else:
        begin = button(press("start"), w("button-start"), GREEN)
    add = button(press("ai"), w("button-add-ai", kind=table.ai))
    return [everybody, [begin, add, button(press("host"), w("button-host"))]]
