"""Transitions of a lobby: seats, settings, and the start of the game."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.refusals import Refusal, Watching
from bot.store.rows import Seat, Status, TableSettings
from bot.tables.games import USUAL_KIND, ai_seat, check_settings, free_name, key_of, member_seat, new_game, seed_of
from bot.tables.open_question import OpenQuestion
from bot.tables.pace import lobby_seconds
from bot.tables.seed_commitment import draw_server_seed
from bot.tables.state import Person, TableState
from bot.tables.transitions.decisions import schedule_ai
from bot.tables.transitions.game import publish_half_time
from bot.tables.transitions.moderation import close
from bot.tables.transitions.transition import ChangeKind, Transition, TransitionContext, save_row
from engine import RULES_VERSION, Refused
from engine.catalogue import has_pool


@dataclass(frozen=True)
class Beginning:
    """The name of the first player, and the direction if the ruleset reverses it; None lets the deal decide."""

    first: str | None = None
    direction: int | None = None


def open_lobby(
    context: TransitionContext,
    guild_id: int,
    channel_id: int,
    host: Person,
    settings: TableSettings,
    seats: Sequence[Seat],
    locale: str,
) -> TableState:
    """Returns a new lobby, which has no id yet. Raises Refusal if its settings cannot be played."""
    check_settings(settings, len(seats))
    columns: Mapping[str, Any] = vars(settings)
    return TableState(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host.user_id,
        locale=locale,
        server_seed=draw_server_seed(),
        opened_at=context.now,
        asked_at=context.now,
        changed_at=context.now,
        deadline=context.now + lobby_seconds(settings.pace),
        seats=tuple(seats),
        **columns,
    )


def rematch_seats(state: TableState, person: Person) -> list[Seat]:
    """Returns the seats of a rematch that a player asks for; other members confirm by joining. Raises Refusal."""
    if not state.has_ended or state.practice:  # a lesson has no such button
        raise Refusal("not-over")
    if state.seat_of(person.user_id) is None:
        raise Refusal("did-not-play")
    return [
        seat
        if seat.user_id is None
        else replace(member_seat(seat.user_id, seat.name), ready=seat.user_id == person.user_id)
        for seat in state.seats
        if seat.is_member or seat.user_id is None
    ]


def join(state: TableState, context: TransitionContext, person: Person) -> Transition:
    """Seats a member, or confirms a rematch. At a full table the last AI makes room; `outcome` is its name."""
    if state.is_running and state.seat_of(person.user_id) is None:
        raise Watching
    _check_lobby(state)
    number, seats, gone = state.seat_of(person.user_id), list(state.seats), None
    if number is not None:
        if seats[number].ready:
            raise Refusal("already-seated")
        seats[number] = replace(seats[number], ready=True)
    elif state.replaceable_ai is not None:
        gone = seats.pop(state.replaceable_ai).name
        seats.insert(state.replaceable_ai, member_seat(person.user_id, free_name(seats, person.name)))
    else:
        _check_room(state)
        seats.append(member_seat(person.user_id, free_name(seats, person.name)))
    return _reseated(state, context, seats)._replace(outcome=gone)


def confirm(
    state: TableState, context: TransitionContext, person: Person, interaction_id: int, beginning: Beginning
) -> Transition:
    """Confirms a rematch. When all have, the game starts, and the interaction's id becomes part of its seed."""
    joined = join(state, context, person)
    if state.seat_of(person.user_id) is None or not all(seat.ready for seat in joined.state.seats):
        return joined
    try:
        return start(joined.state, context, joined.state.host_id, interaction_id, beginning)
    except Refusal:  # for example too few players for teams, because others have left
        return joined


def leave(state: TableState, context: TransitionContext, person: Person) -> Transition:
    """Removes a member. If it was the host, the next member becomes host; after the last, the lobby closes."""
    if state.seat_of(person.user_id) is None:
        raise Refusal("not-seated")
    if state.is_running:
        raise Refusal("leave-started")
    _check_lobby(state)
    return _reseated(state, context, [seat for seat in state.seats if seat.user_id != person.user_id])


def add_ai(
    state: TableState, context: TransitionContext, by: int, kind: str | None = None, temperament: str | None = None
) -> Transition:
    """Adds an AI seat for the host; a kind of None is the table's usual one, a temperament of None is drawn.

    `outcome` is the seat.
    """
    check_host(state, by)
    _check_room(state)
    seat = ai_seat(state.seats, kind or state.ai or USUAL_KIND, temperament, context.chance)
    return _reseated(state, context, [*state.seats, seat])._replace(outcome=seat)


def free_seat(state: TableState, context: TransitionContext, by: int, key: str) -> Transition:
    """Removes the AI or unconfirmed seat with a key (see `key_of`) for the host; `outcome` is the seat."""
    check_host(state, by)
    gone = next((state.seats[at] for at in state.removable if _key(state.seats[at]) == key), None)
    if gone is None:
        raise Refusal("no-ai")
    return _reseated(state, context, [seat for seat in state.seats if seat is not gone])._replace(outcome=gone)


def swap_seats(state: TableState, context: TransitionContext, by: int, keys: Collection[str]) -> Transition:
    """Swaps the two seats with these keys (see `key_of`), and so partners, at the request of the host.

    `outcome` has the names of both. Raises Refusal at a table without teams, and if the seats have changed.
    """
    check_host(state, by)
    if not state.options.get("teams"):
        raise Refusal("no-teams")
    seats = list(state.seats)
    swapped = [number for number, seat in enumerate(seats) if _key(seat) in keys]
    if len(swapped) != 2:
        raise Refusal("seats-changed")
    one, other = swapped
    seats[one], seats[other] = seats[other], seats[one]
    return _reseated(state, context, seats)._replace(outcome=(seats[other].name, seats[one].name))


def set_two_player(state: TableState, context: TransitionContext, by: int, choice: str) -> Transition:
    """Sets how many cards each gets if only two play, at the request of the host. Raises Refusal."""
    options = {**state.options, "two_player": choice}
    return configure(state, context, by, replace(state.settings, options=options))


def configure(state: TableState, context: TransitionContext, by: int, settings: TableSettings) -> Transition:
    """Changes the settings of a lobby at the request of its host."""
    check_host(state, by)
    if not has_pool(settings.ruleset):
        settings = replace(settings, pool=None)
    check_settings(settings, len(state.seats))
    deadline = max(state.deadline or 0.0, state.asked_at + lobby_seconds(settings.pace))
    return save_row(state.replace(**vars(settings), deadline=deadline), context)


def start(
    state: TableState,
    context: TransitionContext,
    by: int,
    interaction_id: int,
    beginning: Beginning,
    *,
    with_ai: int = 0,
    only_confirmed: bool = False,
) -> Transition:
    """Starts the game at the request of the host; the id of the interaction becomes part of the game's seed.

    Before that, up to `with_ai` more AI seats are added, as far as seats are free. With `only_confirmed`, members
    who have not confirmed a rematch are left out.
    """
    check_host(state, by)
    seats = [seat for seat in state.seats if seat.ready or not only_confirmed]
    for _ in range(min(with_ai, state.limits[1] - len(seats))):
        seats.append(ai_seat(seats, state.ai or USUAL_KIND, None, context.chance))
    if len(seats) < state.limits[0]:
        raise Refusal("too-few", least=state.limits[0])
    absent = tuple(seat.name for seat in seats if not seat.ready)
    if absent:
        raise Refusal("unconfirmed", names=absent)
    began = state.replace(
        seats=tuple(seats),
        orders=state.allows_orders,
        interaction_id=interaction_id,
        first=beginning.first,
        direction=beginning.direction,
    )
    return save_row(deal_game(began, context), context, ChangeKind.STARTED)


def close_lobby(state: TableState, context: TransitionContext, by: int) -> Transition:
    """Closes the lobby at the request of its host."""
    check_host(state, by)
    return close(state, context, by)


def tick(state: TableState, context: TransitionContext) -> Transition:
    """Closes a lobby whose time is up, or announces once that half of it has passed."""
    if state.deadline is not None and state.deadline <= context.now:
        return close(state, context)
    return publish_half_time(state, context)


def deal_game(state: TableState, context: TransitionContext) -> TableState:
    """Returns the table with its game dealt. Raises Refusal if its settings cannot be played."""
    state = state.replace(seed=seed_of(state))
    try:
        game = new_game(state)
    except Refused as refusal:
        raise Refusal("bad-setup", reason=refusal) from refusal
    state = state.replace(
        status=Status.PLAYING,
        start=dict(game.start),
        rules_version=RULES_VERSION,
        asked_at=context.now,
        deadline=context.now + state.seconds(game),
        question_id=context.question_id,
        open_question=OpenQuestion(),
        game=game,
    )
    return schedule_ai(state.with_events(game.table.events), context)


def _reseated(state: TableState, context: TransitionContext, seats: Sequence[Seat]) -> Transition:
    members = [seat.user_id for seat in seats if seat.user_id is not None and seat.ready]
    reseated = state.replace(seats=tuple(seats))
    if not members:
        return close(reseated, context)
    return save_row(reseated.replace(host_id=state.host_id if state.host_id in members else members[0]), context)


def _key(seat: Seat) -> str:
    return key_of(seat.user_id, seat.name)


def _check_lobby(state: TableState) -> None:
    if state.status is not Status.LOBBY:
        raise Refusal("lobby-started") if state.is_running else Refusal("lobby-closed")


def check_host(state: TableState, by: int) -> None:
    """Raises Refusal unless a table is a lobby, and the member its host."""
    _check_lobby(state)
    if by != state.host_id:
        raise Refusal("not-host", names=tuple(seat.name for seat in state.seats if seat.user_id == state.host_id))


def _check_room(state: TableState) -> None:
    if len(state.seats) >= state.limits[1]:
        raise Refusal("lobby-full", ruleset=state.ruleset, most=state.limits[1])
