"""Panels of a member's own: preferences, members to avoid, the deletion of data; the call list, and its calls."""

from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.privacy.deletion import ANONYMOUS
from bot.render.controls import (
    BLUE,
    GREEN,
    GREY,
    RED,
    Control,
    Layout,
    button,
    confirmation,
    entity_select,
    grouped_layout,
    layout,
    select,
    table_button,
)
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import LOBBY_COLOUR
from bot.render.paging import SELECT_OPTIONS
from bot.render.texts.catalogue import Texts
from bot.render.view_model import TableView
from bot.store.repositories.call_list import Listed
from bot.store.repositories.players import Player
from bot.tables.preferences import PREFERENCES

MAX_AVOIDED: Final = SELECT_OPTIONS
"""How many members a member may list on a server."""
NO_QUIET_HOURS: Final = "none"
"""The value of the option by which a member may be called at any hour."""
OFFSETS: Final = (*range(-11 * 60, 6 * 60, 60), 330, *range(6 * 60, 13 * 60, 60))
"""The offsets from UTC to choose from, in minutes: those of every clock of whole hours, and India's."""
_DAY_MINUTES: Final = 24 * 60


def preferences_panel(player: Player, avoided: Sequence[int] | None, texts: Texts) -> Layout:
    """Returns a member's preferences, each with a button that switches it.

    `avoided` are the members whom the member avoids on the server; None outside of a server.
    """
    groups: list[tuple[str, Sequence[Control]]] = []
    for name in PREFERENCES:
        is_on = player.gets_dms if name == "dm" else getattr(player, name)
        text = texts(f"preference-{name}", switch=switch_text(texts, on=is_on))
        if name == "dm" and player.dms_closed:
            text = f"{text}\n{texts('preference-dm-closed')}"
        groups.append((text, [switch_button("prefer", "preference", name, texts, on=is_on)]))
    if avoided is not None:
        named = texts.join([f"<@{user_id}>" for user_id in avoided])
        pick = entity_select(
            discord.ComponentType.user_select,
            CustomId("avoid"),
            texts("preference-avoid-choose"),
            most=MAX_AVOIDED,
            chosen=avoided,
        )
        groups.append((texts("preference-avoid", count=len(avoided), names=named), [pick]))
    return grouped_layout(texts("preferences-title"), groups)


def switch_button(op: str, family: str, name: str, texts: Texts, *, on: bool) -> Control:
    """Returns the button that switches a setting on if it is off, and off if it is on."""
    value = "off" if on else "on"
    return button(CustomId(op, f"{name}.{value}"), texts(f"{family}-{name}-{value}"), GREY if on else GREEN)


def switch_text(texts: Texts, *, on: bool) -> str:
    """Returns the word for a switch that is on or off."""
    return texts("choice-on" if on else "choice-off")


def avoided_warning(confirm_id: CustomId, names: Sequence[str], texts: Texts) -> Layout:
    """Returns the question whether to join a table where such members sit; `names` are theirs, escaped."""
    text = texts("avoid-warning", names=texts.join(names))
    return confirmation(text, button(confirm_id, texts("avoid-join"), RED), texts)


def deletion_panel(live_games: int, texts: Texts) -> Layout:
    """Returns the question whether to delete a member's data, for a member at this many open tables."""
    said = [
        texts("privacy-ask", name=ANONYMOUS),
        texts("privacy-ask-running", games=live_games) if live_games else "",
        texts("privacy-ask-forever"),
    ]
    erase = button(CustomId("erase"), texts("privacy-confirm"), RED)
    return confirmation("\n".join(filter(None, said)), erase, texts)


def call_panel(
    listed: Listed | None, now: float, texts: Texts, *, next_call: float | None, hosted: CustomId | None
) -> Layout:
    """Returns a member's entry on the call list of a server, None if the member is not on it.

    `next_call` is as in `CallList.next_call`. `hosted` is the custom id that calls members to the lobby which
    the member hosts in the channel, None without one.
    """
    groups: list[tuple[str, Sequence[Control]]] = []
    state = "call-off-here" if next_call is None else "call-not-listed" if listed is None else "call-listed"
    if listed is not None:
        groups.append((_quiet_text(listed, texts), [button(CustomId("callme", "off"), texts("call-me-off"))]))
        groups += (("", [each]) for each in _clock_selects(listed, now, texts))
    elif next_call is not None:
        groups.append(("", [button(CustomId("callme", "on"), texts("call-me-on"), GREEN)]))
    footer = ""
    if hosted is not None and next_call == now:
        groups.append((texts("call-host"), [button(hosted, texts("button-call"), BLUE)]))
    elif hosted is not None and next_call is not None:
        footer = called_text(next_call, texts)
    return grouped_layout(f"{texts('call-title')}\n{texts(state)}", groups, footer=footer)


def called_text(next_call: float, texts: Texts) -> str:
    """Returns the sentence that members have been called lately, and when hosts may call next."""
    return texts("error-called-lately", when=texts("soon", at=str(int(next_call))))


def call_message(view: TableView, called: Sequence[int]) -> Layout:
    """Returns the message that calls members, by their ids, to a lobby."""
    texts = view.texts
    text = texts(
        "call-message",
        host=view.host,
        ruleset=texts(f"ruleset-{view.ruleset}"),
        seats=len(view.seats),
        most=view.most_players,
        names=" ".join(f"<@{user_id}>" for user_id in called),
    )
    buttons = [table_button(view, "join", BLUE), button(CustomId("calloff"), texts("call-me-off"))]
    return layout(f"{text}\n{view.link_text}".strip(), rows=[buttons], colour=LOBBY_COLOUR)


def _quiet_text(listed: Listed, texts: Texts) -> str:
    if listed.quiet_from is None or listed.quiet_to is None:
        return texts("call-quiet-none")
    hours = {"from": _hour(listed.quiet_from), "to": _hour(listed.quiet_to)}
    return texts("call-quiet", zone=_zone(listed.utc_offset), **hours)


def _clock_selects(listed: Listed, now: float, texts: Texts) -> Iterator[Control]:
    """Yields the selects of the member's clock and quiet hours, each with what it is set to."""
    zones = [(str(each), texts("call-zone", zone=_zone(each), time=_clock(now, each))) for each in OFFSETS]
    chosen = [str(listed.utc_offset)]
    yield select(CustomId("callclock", "offset"), texts("call-zone-choose"), zones, chosen=chosen)
    hours = [(str(hour), _hour(hour)) for hour in range(24)]
    begins = NO_QUIET_HOURS if listed.quiet_from is None else str(listed.quiet_from)
    begin = [(value, texts("call-from", hour=hour)) for value, hour in hours]
    begin.insert(0, (NO_QUIET_HOURS, texts("call-quiet-never")))
    yield select(CustomId("callclock", "from"), texts("call-from-choose"), begin, chosen=[begins])
    if listed.quiet_from is not None:
        end = [(value, texts("call-to", hour=hour)) for value, hour in hours]
        yield select(CustomId("callclock", "to"), texts("call-to-choose"), end, chosen=[str(listed.quiet_to)])


def _hour(hour: int) -> str:
    return f"{hour:02}:00"


def _zone(offset: int) -> str:
    """Returns an offset from UTC in minutes, such as UTC+1 or UTC+5:30."""
    hours, minutes = divmod(abs(offset), 60)
    return f"UTC{'-' if offset < 0 else '+'}{hours}{f':{minutes:02}' if minutes else ''}"


def _clock(now: float, offset: int) -> str:
    hours, minutes = divmod(int(now // 60 + offset) % _DAY_MINUTES, 60)
    return f"{hours:02}:{minutes:02}"
