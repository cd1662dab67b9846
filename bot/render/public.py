"""What a channel may know of its table, as a value of its own: nothing hidden can be reached from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from bot.render.phase import Phase
from bot.store.rows import Seat, Status, Style
from bot.tables.ai.players import playing_kind
from bot.tables.games.seats import USUAL_KIND
from bot.tables.table import NoThread, Table
from engine import RULESETS, Event


class PublicSeat(NamedTuple):
    """Who sits there: a member (`user_id`) or an AI that plays as the kind `ai`, perhaps with a `temperament`.

    `away`: an AI plays until the member returns; `ready` is False while a member has not confirmed a rematch.
    """

    name: str
    user_id: int | None
    ai: str | None
    temperament: str | None
    away: bool
    ready: bool


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table as its channel may see it.

    `rematch` tells that it follows a game with the same seats; `replaceable_ai` is the AI seat that a member
    who joins takes, `removable` the seats that the host may free. `link` leads to its live card, None if
    there is none. `pool` is the pool it was set to, None if it is drawn or the ruleset has none; with `open_hands`
    who is out may see all hands; `deadline` in seconds since the epoch; `rules_version` the rules its game was
    begun under; `no_thread` why a game that is to be played in a thread is not; `paused_for` why it is paused (see
    GameRow), and `closes_at` when it is closed if that lasts, in seconds since the epoch; `allows_hints`
    whether its player may ask for hints; `is_left_to_ai` whether no member decides any more; `owing` the seats
    shown as still to answer; `question_id` the random id of the question that stands; `story` the public events of
    each turn; `stage` the moment that its card shows. `server_seed`, in hex digits, and `record`, as the referee
    replays it, are None until the game is over; `abandoned` are the seats of members for whom an AI finished it.
    """

    id: int
    host_id: int
    locale: str
    rematch: bool
    replaceable_ai: int | None
    removable: Sequence[int]
    link: str | None
    ruleset: str
    options: Mapping[str, Any]
    pool: Sequence[str] | None
    pace: str
    style: Style
    one_card: bool
    thread: str | None
    no_thread: NoThread | Literal["later"]
    open_hands: bool
    resigns: bool
    ai: str
    practice: bool
    allows_hints: bool
    is_private: bool
    status: Status
    deadline: float | None
    ended_by: int | None
    paused_for: str | None
    closes_at: float | None
    is_left_to_ai: bool
    commitment: str
    server_seed: str | None
    rules_version: str | None
    record: Mapping[str, Any] | None
    abandoned: tuple[int, ...]
    seats: tuple[PublicSeat, ...]
    owing: tuple[int, ...]
    question_id: int | None
    story: tuple[Sequence[Event], ...]
    stage: Phase

    @classmethod
    def of(cls, table: Table) -> "PublicTable":
        """What the channel of a table may know of it now."""
        return cls(
            id=table.id,
            host_id=table.state.host_id,
            locale=table.state.locale,
            rematch=table.state.rematch_of is not None,
            replaceable_ai=table.state.replaceable_ai,
            removable=tuple(table.state.removable),
            link=_link(table),
            ruleset=table.state.ruleset,
            options=dict(table.state.options),
            pool=None if table.state.pool is None else tuple(table.state.pool),
            pace=table.state.pace,
            style=table.state.style,
            one_card=table.state.one_card,
            thread=f"<#{table.state.channel_id}>" if table.state.in_thread else None,
            no_thread=table.no_thread or ("later" if table.posted.card == "lobby" else "refused"),
            open_hands=table.state.open_hands,
            resigns=table.state.resigns,
            ai=playing_kind(table.state.ai or USUAL_KIND),
            practice=table.state.practice,
            allows_hints=table.state.allows_hints,
            is_private=table.state.is_private,
            status=table.state.status,
            deadline=table.state.deadline,
            ended_by=table.state.ended_by,
            paused_for=table.state.paused_for,
            closes_at=table.state.due if table.state.awaits_members else None,
            is_left_to_ai=table.state.is_left_to_ai,
            commitment=table.state.commitment,
            server_seed=table.state.server_seed.hex() if table.state.status is Status.OVER else None,
            rules_version=table.state.rules_version,
            record=table.state.result.record
            if table.state.status is Status.OVER and table.state.result is not None
            else None,
            abandoned=()
            if table.state.status is not Status.OVER or table.state.result is None
            else table.state.result.abandoned,
            seats=tuple([_public(seat) for seat in table.state.seats]),
            owing=table.state.owing(),
            question_id=table.state.question_id,
            story=tuple([[event for event in events if "to" not in event] for events in table.state.story]),
            stage=Phase.of(table),
        )

    @property
    def most_players(self) -> int:
        """How many players the ruleset seats at most."""
        return RULESETS[self.ruleset].players[1]


def _public(seat: Seat) -> PublicSeat:
    ai = None if seat.ai is None else playing_kind(seat.ai)
    return PublicSeat(seat.name, seat.user_id, ai, seat.temperament, seat.away, seat.ready)


def _link(table: Table) -> str | None:
    if table.posted.message_id is None:
        return None
    return f"https://discord.com/channels/{table.guild_id}/{table.state.channel_id}/{table.posted.message_id}"
