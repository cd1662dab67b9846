"""The message of a lobby: a table before its game."""

from typing import Final

from bot.render.controls import BLUE, GREEN, GREY, Control, Layout, button, layout, table_button
from bot.render.messages.end import end_buttons, end_message
from bot.render.texts.catalogue import Texts
from bot.render.view_model import TableView
from bot.store.rows import Status, Style
from bot.tables.ai_players import playing_kind
from bot.tables.games import USUAL_KIND, deal_for
from bot.tables.pace import PACES
from bot.tables.pace import pace as pace_of
from engine import RULESETS
from engine.editions.g54.pool_survey import DRAWN_FROM

LOBBY_COLOUR: Final = 0x4F7CAC
CLOSED_COLOUR: Final = 0x6B7280
SOLO_AI_SEATS: Final = 3
"""The number of AI seats that one click on "Play against AI" adds."""
ONLY_CONFIRMED: Final = "confirmed"
"""The argument of the button that starts a rematch without those who have not confirmed it."""
UNIT_SECONDS: Final = {"days": 86400, "hours": 3600, "minutes": 60, "seconds": 1}
_USUAL_DEAL: Final = (2, 2, 2)
"""The cards and coins of each player, and the coins of the first. A lobby does not tell this start."""


def lobby_message(view: TableView) -> Layout:
    """Returns the message of a lobby; without controls once its game has begun or it is closed."""
    texts = view.texts
    if view.thread is not None:
        return _moved_message(view, view.thread)
    if view.public_game is None and view.status is not Status.LOBBY:
        has_members = any(seat.ai is None and seat.ready for seat in view.seats)
        why = "lobby-closed-late" if has_members else "lobby-closed-left"
        text = texts(why) if view.ended_by is None else texts("lobby-closed-by", who=view.moderator)
        return layout(texts("lobby-closed"), text, colour=CLOSED_COLOUR)
    waiting = view.status is Status.LOBBY
    rows = _rows(view) if waiting else []
    if not waiting and view.has_one_message:  # until the message is deleted, it is recognised by a button
        rows = [[table_button(view, "rules", disabled=True)]]
    title = texts("lobby-title", ruleset=texts(f"ruleset-{view.ruleset}"))
    return layout(
        title if view.is_rematch else f"{title}\n{texts(f'about-{view.ruleset}')}",  # they have just played it
        _seats(view),
        settings_text(view),
        rows=rows,
        colour=LOBBY_COLOUR if waiting else CLOSED_COLOUR,
    )


def settings_text(view: TableView) -> str:
    """Returns lines with the roles, the pace, the closing time, and the settings that few tables have."""
    texts = view.texts
    roles = lobby_roles(view)
    first = texts("lobby-roles", roles=view.phrases.cards(roles)) if roles else drawn_text(view)
    lines = [first, *options_lines(view), *_beginning_lines(view)]
    lines.append(texts("lobby-pace", pace=_pace_times(view.settings.pace, texts)))
    if view.settings.style is not Style.LIVE:
        lines.append(texts("lobby-style", style=texts(f"about-style-{view.settings.style}")))
    if view.deadline is not None and view.status is Status.LOBBY:
        lines.append(texts("lobby-expires", when=texts("soon", at=str(int(view.deadline)))))
    return "\n".join(lines)


def lobby_roles(view: TableView) -> list[str]:
    """Returns the roles of a table's next game, sorted; none if they are still to be drawn."""
    roles = view.settings.pool or RULESETS[view.ruleset].roles
    replaced = {"ambassador": "inquisitor"} if view.settings.options.get("inquisitor") else {}
    return sorted(replaced.get(role, role) for role in roles)


def drawn_text(view: TableView) -> str:
    """Returns the kind of pools that the roles of a table are drawn from."""
    return view.texts(f"lobby-roles-{view.settings.options.get(DRAWN_FROM, 'drawn')}")


def pace_text(pace: str, texts: Texts) -> str:
    """Returns a pace: its name and times, or only the times if it has no name."""
    return texts(f"pace-{pace}-full") if pace in PACES else _pace_times(pace, texts)


def pace_choices(texts: Texts, own: str = "normal") -> list[tuple[str, str, str]]:
    """Returns the options of a select of paces, with `own` if it has no name: value, label and description."""
    named = [(pace, texts(f"pace-{pace}"), _pace_times(pace, texts)) for pace in PACES]
    return named if own in PACES else [*named, (own, _pace_times(own, texts), "")]


def style_choices(texts: Texts) -> list[tuple[str, str, str]]:
    """Returns the options of a select of styles: value, label and description."""
    return [(style.value, texts(f"style-{style}"), texts(f"about-style-{style}")) for style in Style]


def _pace_times(pace: str, texts: Texts) -> str:
    times = pace_of(pace)
    return texts("pace-own", turn=_duration(times.turn, texts), answer=_duration(times.answer, texts))


def _duration(seconds: int, texts: Texts) -> str:
    """Returns a time in units, such as "1 hour 30 minutes"."""
    parts: list[str] = []
    for unit, length in UNIT_SECONDS.items():
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(texts(f"count-{unit}", count=count))
    return " ".join(parts)


def may_start_without(view: TableView, absent: int) -> bool:
    """Returns whether the rules allow a rematch without some of its players; `absent` is their number."""
    return deal_for(view.ruleset, view.settings.options, len(view.seats) - absent) is not None


def options_lines(view: TableView) -> list[str]:
    """Returns a line for each option that was set, unless the roles or, in a lobby, its start tell the same."""
    texts, settings = view.texts, view.settings
    told = {"inquisitor", "two_player"} if view.status is Status.LOBBY else set[str]()
    if settings.pool:
        told |= {"advanced", "free_pool"}
    named = sorted((name, value) for name, value in settings.options.items() if name not in told)
    found = [f"option-{name}-{str(value).lower()}" for name, value in named]
    lines = [texts(word) for word in found if texts.has(word)]
    # In a lobby the default of orders would come and go with each member who joins or leaves.
    orders = settings.orders if view.status is Status.LOBBY else view.allows_orders
    own = {"open_hands": settings.open_hands, "resigns": settings.resigns, "orders": orders}
    lines += [texts(f"option-{name}-true") for name, chosen in own.items() if chosen]
    if not settings.talk and any(seat.ai for seat in view.seats):
        lines.append(texts("option-talk-false"))
    return [texts("lobby-option", option=line) for line in lines]


def _beginning_lines(view: TableView) -> list[str]:
    """Returns lines about an unusual start: what each player gets, and who begins."""
    texts, ruleset, seated = view.texts, RULESETS[view.ruleset], len(view.seats)
    players = seated if seated == 2 else max(seated, 3)
    deal = deal_for(view.ruleset, view.settings.options, players)
    if deal is None:  # for example too few players for teams
        deal = deal_for(view.ruleset, view.settings.options, view.most_players)
    lines: list[str] = []
    if deal is not None and deal[:3] != _USUAL_DEAL:
        dealt = texts("lobby-deal", cards=view.phrases.count(deal.cards), coins=view.phrases.coins(deal.coins))
        first = texts("lobby-deal-first", coins=view.phrases.coins(deal.first_coins))
        lines.append(dealt if deal.first_coins == deal.coins else f"{dealt} {first}")
    if view.is_rematch:
        lines.append(texts("rules-winner-starts"))
        if not all(seat.ready for seat in view.seats):
            lines.append(texts("lobby-begins"))
    if ruleset.reverses:
        lines.append(texts("lobby-reverses"))
    return lines


def _seats(view: TableView) -> str:
    texts, phrases = view.texts, view.phrases
    lines = [texts("lobby-seats", count=len(view.seats), most=view.most_players)]
    for number, seat in enumerate(view.seats):
        marks = [texts("lobby-host-mark")] if seat.user_id == view.host_id else []
        if not seat.ready:
            marks.append(texts("lobby-waiting-mark"))
        lines.append(" · ".join((f"{number + 1}. {view.occupant(number)}", *marks)))
    if not view.seats:
        lines.append(texts("lobby-empty"))
    if view.replaceable_ai is not None and view.status is Status.LOBBY:
        lines.append(texts("lobby-full", name=phrases.name(view.replaceable_ai)))
    return "\n".join(lines)


def _moved_message(view: TableView, thread: str) -> Layout:
    """Returns the message of a lobby whose game is played in a thread: where that is, then how the game ended."""
    texts, is_running = view.texts, view.status in (Status.PLAYING, Status.PAUSED)
    if view.status is Status.OVER and view.public_game is not None:
        return end_message(view, texts("moved-over", thread=thread))
    title = texts("lobby-title", ruleset=texts(f"ruleset-{view.ruleset}"))
    text = texts("moved-now" if is_running else "moved-ended", thread=thread)
    return layout(f"{title}\n{text}", rows=() if is_running else [end_buttons(view)], colour=CLOSED_COLOUR)


def _rows(view: TableView) -> list[list[Control]]:
    texts, humans = view.texts, sum(seat.ai is None for seat in view.seats)
    absent = [number for number, seat in enumerate(view.seats) if not seat.ready]
    if absent and not may_start_without(view, len(absent)):
        begin = list[Control]()
    elif absent:
        names = texts.join([view.labels.label(number) for number in absent])
        without = texts("button-start-without", names=names, count=len(absent))
        begin = [button(view.control_id("start", ONLY_CONFIRMED), without)]
    elif len(view.seats) == humans == 1:
        begin = [table_button(view, "solo", GREEN, label=texts("button-solo", count=SOLO_AI_SEATS))]
    else:
        begin = [table_button(view, "start", GREEN)]
    if len(view.seats) < view.most_players:
        kind = texts(f"ai-word-{playing_kind(view.settings.ai or USUAL_KIND)}")
        begin.append(table_button(view, "ai", label=texts("button-add-ai", kind=kind)))
    is_full = len(view.seats) == view.most_players and view.replaceable_ai is None and not absent
    rows = [
        [
            table_button(view, "join", BLUE, disabled=is_full),
            table_button(view, "leave"),
            table_button(view, "rules"),
        ],
        [*begin, table_button(view, "host")],
    ]
    choices = RULESETS[view.ruleset].options.get("two_player", ())
    if choices and len(view.seats) == 2 and deal_for(view.ruleset, view.settings.options, 2) is not None:
        chosen = view.settings.options.get("two_player", choices[0])
        deals = [(str(choice), GREEN if choice == chosen else GREY) for choice in choices]
        rows.append(
            [button(view.control_id("deal", deal), texts(f"button-deal-{deal}"), how) for deal, how in deals]
        )
    return rows
