"""The view model: a table as everybody in its channel may see it. Every message is rendered from it.

Phases are the parts of a table's life, each of which has a message of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from operator import attrgetter, is_, is_not
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast
from weakref import WeakKeyDictionary

from bot.render.custom_id import CustomId
from bot.render.icons import NO_ICONS, Icons, current_icons
from bot.render.texts.catalogue import Texts, texts_for
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import escape
from bot.stats.game_history import GameHistory
from bot.store.repositories.standings import PointsChange
from bot.store.rows import Seat, Status, TableSettings
from bot.tables.ai_players import playing_kind
from bot.tables.games import deal_for
from bot.tables.state import Story, TableState, changed
from bot.tables.table import NoThread, Table
from engine import RULESETS, Event, Move, PublicView

Kind = Literal["lobby", "turn", "end", "closed"]
PublicStory: TypeAlias = tuple[Sequence[Event], ...]
"""The public events of each turn."""
ANSWER_CHARACTERS: Final = 120

_AS_IN_STATE: Final = (
    *("id", "host_id", "status", "commitment", "replaceable_ai", "removable", "rules_version"),
    *("has_one_message", "allows_orders", "practice", "is_alone", "is_private", "question_id", "deadline"),
    *("paused_for", "is_left_to_ai", "ended_by", "pictures", "asks_privately"),
)
"""The fields of a view that are those of the table's state, and public."""
_as_in_state: Final = attrgetter(*_AS_IN_STATE)
_OF_ANSWERS: Final = dict.fromkeys(("open_question", "decisions", "void_answers", "early_answers", "changed_at"))
"""The fields of a table's state that an answer to a question of several seats changes, without their values."""


@dataclass(frozen=True, slots=True)
class Phase:
    """The lobby, one turn, the end, or a game that was stopped before its end.

    `turn` counts from 0. The story of the turns from `since` up to it, which had no message, is in this one.
    """

    kind: Kind
    turn: int = 0
    since: int | None = field(default=None, compare=False)

    @classmethod
    def of(cls, state: TableState) -> "Phase":
        """Returns the phase of a table."""
        if state.status is Status.SET_ASIDE:
            return cls("closed")
        if state.game is None:
            return cls("lobby")
        if state.status is Status.OVER:
            return cls("end")
        if state.status is Status.CLOSED:
            return cls("closed")
        return cls("turn", len(state.story) - 1)

    @classmethod
    def parse(cls, text: str) -> "Phase":
        """Returns the phase that `str` wrote: `lobby`, or `turn:5:3` for turn 5 with the story of 3 and 4."""
        kind, *numbers = text.split(":")
        return cls(cast(Kind, kind), *map(int, numbers))

    def after(self, shown: "Phase") -> "Phase":
        """Returns this phase for a message after the one that shows `shown`, with the first turn not told yet."""
        if self.kind != "turn":
            return self
        if shown == self:
            return shown
        first = shown.turn + 1 if shown.kind == "turn" else 0
        return Phase(self.kind, self.turn, first if first < self.turn else None)

    def __str__(self) -> str:
        if self.kind != "turn":
            return self.kind
        return f"turn:{self.turn}" if self.since is None else f"turn:{self.turn}:{self.since}"


class PublicSeat(NamedTuple):
    """A seat as everybody may see it."""

    name: str
    user_id: int | None  # None if an AI has the seat, or had a member whose data was deleted
    ai: str | None  # the kind of the AI, None if a member has the seat
    temperament: str | None
    away: bool  # an AI plays for the member until the member is back
    ready: bool  # False while a member has not confirmed a rematch
    more_time: int | None  # the number of the question for which the member took more time, None before
    commitment: str | None  # of the seat, part of the game's seed; None if an AI has the seat

    @classmethod
    def of(cls, seat: Seat) -> "PublicSeat":
        """Returns a seat without what only its member, or nobody, may see."""
        user_id, kind = seat.user_id if seat.is_member else None, seat.ai and playing_kind(seat.ai)
        return cls(
            seat.name, user_id, kind, seat.temperament, seat.away, seat.ready, seat.more_time, seat.commitment
        )


def public_story(story: Story, known: Story, known_public: PublicStory) -> PublicStory:
    """Returns the public events of a story; of turns that a `known` story has too, those found before."""
    kept = sum(takewhile(bool, map(is_, story, known)))
    new = ([event for event in events if "to" not in event] for events in story[kept:])
    return (*known_public[:kept], *new)


@dataclass(frozen=True)
class TableView:
    """A table as everybody in its channel may see it, with the texts of one locale.

    The game itself, and so anything hidden, cannot be reached from it. Times are seconds since the epoch.
    """

    texts: Texts
    pictures: bool  # False: the table is shown in words alone
    icons: Icons  # the emojis that may be used; none without pictures
    public_game: PublicView | None  # None before the game starts

    id: int
    host_id: int
    phase: Phase
    status: Status
    seats: tuple[PublicSeat, ...]
    is_rematch: bool  # it follows a game with the same seats
    replaceable_ai: int | None  # the seat of the AI that gives way to a member who joins
    removable: Sequence[int]  # the AI seats that the host may free
    commitment: str
    link: str | None  # the address of its live message, None if there is none

    settings: TableSettings
    rules_version: str | None  # the version of the rules that its game was started with
    has_one_message: bool  # a new message replaces the one before it, which is deleted
    thread: str | None  # a mention of the thread that the game is played in
    no_thread: NoThread | Literal["later"]  # why a game of the style thread is not played in one
    allows_orders: bool  # members may give standing orders
    practice: bool  # a lesson
    is_alone: bool  # one member plays against AI seats
    is_private: bool  # a lesson that is shown in a private message alone
    asks_privately: bool  # whether the open question is answered in a private panel

    owing: tuple[int, ...]  # the seats shown as still to answer
    question_id: int | None  # the random id of the open question
    deadline: float | None
    paused_for: str | None  # as in `GameRow`
    closes_at: float | None  # when a game that waits for absent members is closed
    is_left_to_ai: bool  # no member decides any more
    ended_by: int | None  # the id of the moderator or host who ended it
    mentionable: frozenset[int]  # the ids of members who are known to accept pings
    story: PublicStory

    server_seed: str | None  # hexadecimal; None until the game has ended
    # Known once the game is over:
    record: Mapping[str, Any] | None  # the record of the game, in the format of the referee
    abandoned: tuple[int, ...]  # the seats of members for whom an AI finished the game
    places: Sequence[int]  # the place of each seat; empty for games that ended before places were stored
    points: Mapping[int, PointsChange]  # by seat, how the game changed a member's rating, if others may see it

    lasting: dict[Any, Any] = field(default_factory=dict[Any, Any], init=False, compare=False, repr=False)
    """Rendered parts of the message that do not say who must still answer. Views of one question share them."""
    settled: dict[Any, Any] = field(default_factory=dict[Any, Any], init=False, compare=False, repr=False)
    """Phrases, turns that are over, lines of players, actions. The next view of the same game takes them over."""

    @classmethod
    def of(cls, table: Table, locale: str | None = None) -> "TableView":
        """Returns the view of a table now, in its own locale or another; cached for each state and locale."""
        state, posted = table.state, table.posted
        icons = current_icons() if state.pictures else NO_ICONS
        # Compared by identity: each is replaced, never changed.
        parts = (state, posted.card == "lobby", table.no_thread, table.mentionable, icons, posted.message_id)
        former = cached = _views.get(table)
        if cached is None or any(map(is_not, cached.parts, parts)):
            cached = _views[table] = _CachedViews.of(table, parts, former)
        key = locale or state.locale
        if (view := cached.views.get(key)) is None:
            view = cached.views[key] = _view(table, cached, texts_for(key), icons)
            before = None if former is None else former.views.get(key)
            if before is not None:
                before.lasting.clear()  # some of it refers to the view: a cycle for the garbage collector
                if _continues(before, view):
                    view.settled.update(before.settled)
        return view

    @cached_property
    def game(self) -> PublicView:
        """The game as everybody may see it. Raises ValueError before it starts."""
        if self.public_game is None:
            raise ValueError("no game has begun at this table")
        return self.public_game

    @cached_property
    def players(self) -> Sequence[Mapping[str, Any]]:
        """The players as a spectator sees them (see referee.md). All cards are shown once the game is over."""
        return self.game.view["players"]

    @property
    def ruleset(self) -> str:
        """The id of its ruleset."""
        return self.settings.ruleset

    @property
    def most_players(self) -> int:
        """The number of players that the ruleset seats at most."""
        return RULESETS[self.ruleset].players[1]

    @cached_property
    def history(self) -> GameHistory | None:
        """The history of its game once it is over; None if the rules of now cannot replay it."""
        return None if self.record is None or self.public_game is None else GameHistory.of(self.record)

    @cached_property
    def teams(self) -> Sequence[int]:
        """The team of each seat; none if the table plays without teams, or seats are missing."""
        deal = deal_for(self.ruleset, self.settings.options, len(self.seats))
        return () if deal is None else deal.teams

    @cached_property
    def phrases(self) -> Phrases:
        """The words for its players, cards and moves in the body of a message, with emojis."""
        return self._phrases(self.icons)

    @cached_property
    def labels(self) -> Phrases:
        """The words for players, cards and moves in labels, autocompletes, forms and alt texts, without emojis."""
        return self._phrases(NO_ICONS)

    def _phrases(self, icons: Icons) -> Phrases:
        if (kept := self.settled.get(icons)) is not None:
            return kept
        game: Mapping[str, Any] = {} if self.public_game is None else self.public_game.view
        names = [seat.name for seat in self.seats]
        players = game.get("players")
        teams = self.teams if players is None else [each["team"] for each in players if "team" in each]
        phrases = Phrases(
            self.texts,
            names,
            inquisitor="inquisitor" in game.get("roles", ()),
            is_writer_looking=self.settings.options.get("writer_keeps") is False,
            icons=icons,
            teams=teams,
        )
        return self.settled.setdefault(icons, phrases)

    def answer_id(self, op: str, arg: str = "") -> CustomId:
        """Returns the custom id of a control that answers the open question."""
        return CustomId(op, arg, self.id, self.game.question, self.question_id)

    def control_id(self, op: str, arg: str = "") -> CustomId:
        """Returns the custom id of a control of the table, whatever question is open."""
        return CustomId.of_table(self, op, arg)

    def occupant(self, seat: int) -> str:
        """Returns the player of a seat in the body of a message; of an AI, also how it plays."""
        name, player = self.phrases.name(seat), self.seats[seat]
        if player.ai is None:
            return name
        temperament = "none" if player.temperament is None else self.texts(f"temperament-{player.temperament}")
        return self.texts("ai-seat", name=name, temperament=temperament, kind=self.texts(f"ai-word-{player.ai}"))

    @property
    def link_text(self) -> str:
        """A link to its live message, which may be far above a panel; empty if there is none."""
        return "" if self.link is None else self.texts("panel-link", link=self.link)

    def mention(self, user_id: int, name: str) -> str:
        """Returns a member as a mention; as `name` unless the member is known to accept pings."""
        return f"<@{user_id}>" if user_id in self.mentionable else name

    @property
    def host(self) -> str:
        """The name of the host in the body of a message."""
        return self.phrases.name(self.seat_of_member(self.host_id))

    @property
    def moderator(self) -> str:
        """The moderator who ended it, in the body of a message."""
        seat = None if self.ended_by is None else self.seat_of_member(self.ended_by)
        name = self.texts("a-moderator") if seat is None else self.phrases.name(seat)
        return self.mention(self.ended_by or 0, name)

    def seat_of_member(self, user_id: int) -> int | None:
        """Returns the seat of a member, None if it has none."""
        return next((number for number, seat in enumerate(self.seats) if seat.user_id == user_id), None)

    @property
    def awaited(self) -> list[int]:
        """The seats of members who play themselves and are shown as still to answer, in order."""
        return [seat for seat in sorted(self.owing) if not self.seats[seat].away]

    @property
    def asks_member(self) -> bool:
        """Whether a member is shown as still to answer, away or not."""
        return any(self.seats[seat].user_id is not None for seat in self.owing)

    @cached_property
    def absent(self) -> list[int]:
        """The seats of members who are still in the game and away, and may come back."""
        gone = (number for number, seat in enumerate(self.seats) if seat.away and seat.user_id is not None)
        return [number for number in gone if self.is_in_play(number)]

    @property
    def members_out(self) -> list[int]:
        """The seats of members who are out of the game, or have resigned."""
        members = (number for number, seat in enumerate(self.seats) if seat.user_id is not None)
        return [seat for seat in members if not self.is_in_play(seat)]

    def is_in_play(self, seat: int) -> bool:
        """Returns whether a player is in the game and has not resigned, which takes effect when the turn ends."""
        return self.players[seat]["alive"] and seat not in self.game.resigned

    def answer_label(self, move: Move) -> str:
        """Returns a decision about the open question, as a label."""
        return self.labels.answer(move, self.game)

    def answer_text(self, move: Move) -> str:
        """Returns a decision about the open question, in running text."""
        return escape(self.answer_label(move), ANSWER_CHARACTERS)

    def choice_note(self, move: Move) -> str:
        """Returns the confirmation of a decision, as running text."""
        return self.texts("done-choice", choice=self.answer_text(move))

    def player_label(self, seat: int) -> str:
        """Returns a player as a label, with the coins and cards that everybody sees."""
        name = self.labels.sign(seat) + self.labels.label(seat)
        return self.texts("pick-player", name=name, state=self.player_state(seat))

    def player_state(self, seat: int) -> str:
        """Returns a player's coins and cards that everybody sees, as part of a label."""
        player, labels = self.players[seat], self.labels
        return self.texts("pick-state", coins=labels.coins(player["coins"]), cards=labels.count(player["cards"]))


class _CachedViews(NamedTuple):
    """The views of one state of a table: what they are made from, and the public parts of that state."""

    parts: tuple[TableState, bool, NoThread | None, frozenset[int], Icons, int | None]
    game: PublicView | None
    story: PublicStory
    views: dict[str, TableView]  # by locale

    @classmethod
    def of(cls, table: Table, parts: Any, former: "_CachedViews | None") -> "_CachedViews":
        """Returns the views of a state; those of the state before, if only answers have come in since."""
        state, known = table.state, ((), ())
        if former is not None:
            before, known = former.parts[0], (former.parts[0].story, former.story)
            is_same = before is not state and all(map(is_, former.parts[1:-1], parts[1:-1]))
            if is_same and vars(before) | _OF_ANSWERS == vars(state) | _OF_ANSWERS:
                news = {"owing": state.owing(), "is_left_to_ai": state.is_left_to_ai, "link": table.link}
                views = {key: changed(view, news) for key, view in former.views.items()}
                return former._replace(parts=parts, views=views)
        game = None if state.game is None else state.game.public()
        return cls(parts, game, public_story(state.story, *known), {})


def _continues(before: TableView, view: TableView) -> bool:
    """Returns whether a view shows the running game of the view before, with the same players and emojis."""
    is_running = before.phase.kind == view.phase.kind == "turn"
    is_alike = is_running and before.seats == view.seats and before.icons is view.icons
    return is_alike and all(map(is_, before.story[:-1], view.story))


_views: Final[WeakKeyDictionary[Table, _CachedViews]] = WeakKeyDictionary()


def _view(table: Table, cached: _CachedViews, texts: Texts, icons: Icons) -> TableView:
    state = table.state
    result = state.result if state.status is Status.OVER else None
    return TableView(
        texts=texts,
        icons=icons,
        public_game=cached.game,
        phase=Phase.of(state),
        seats=tuple(map(PublicSeat.of, state.seats)),
        is_rematch=state.rematch_of is not None,
        link=table.link,
        settings=state.settings,
        thread=f"<#{state.channel_id}>" if state.in_thread else None,
        no_thread=table.no_thread or ("later" if table.posted.card == "lobby" else "refused"),
        owing=state.owing(),
        closes_at=state.due if state.awaits_members else None,
        mentionable=table.mentionable,
        story=cached.story,
        server_seed=state.server_seed.hex() if state.status in (Status.OVER, Status.CLOSED) else None,
        record=None if result is None else result.record,
        abandoned=() if result is None else result.abandoned,
        places=() if result is None else result.places or (),
        points={change.seat: change for change in state.points},
        **dict(zip(_AS_IN_STATE, _as_in_state(state), strict=True)),
    )
