"""Members who play scripted games in SimCord: their decisions are drawn from a seed, and made by clicks.

A member who is asked draws one of the engine's options, whatever the messages look like, and then clicks whatever
leads to it. So the same games are played at every state of the project, and what they cost can be compared.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from simcord.backend.models.message import Message as SimMessage

from bot.render.seat_view import SeatView
from bot.tables.table import Table
from engine import Game, Move
from engine.moves import PASS
from tests.harness.discord import SimGuild, controls
from tests.harness.members.controls_for_moves import asks, control_for, control_of

MOST_CLICKS = 6
"""A decision that takes more clicks than this is not understood."""
STEP_SECONDS = 0.5
"""The time to wait before looking again whether somebody is asked."""
LEAST_ORDERING = 4
"""With fewer players an order hardly saves more clicks than it takes."""
HAND, BUTTON = "hand", "button"
"""Where members give standing orders: in the hand panel, or with Allow until my turn."""
ORDER = "order"
"""The operation of the control that gives a standing order."""
WANTED_ORDERS = ("every_round", "everything")
"""The standing orders that members give, the first that is offered: to allow all that is not aimed at them."""
ALLOWED = 0.5
"""The share of actions and blocks aimed at a member that this member allows."""
RARE = 0.25
"""How often a member takes income, in relation to any other action."""
LIKELY = 0.8
"""How likely a member launches a coup, or proves a claim, who may."""


def deal_alike(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Makes every game of the same players be dealt alike."""
    monkeypatch.setattr("bot.tables.games.game_seed", lambda *_: f"{random.Random(seed).getrandbits(256):064x}")


@dataclass
class Decision:
    """A decision made by clicks: the engine's prompt, the move, and how many clicks and choices it took.

    A standing order has the prompt "order" and no move.
    """

    prompt: str
    move: Move | None = None
    clicks: int = 0


@dataclass
class ScriptedMembers:
    """The members at a table, and the decisions that they have made.

    With `orders`, each allows everything that is not aimed at them. HAND: by the standing order that lasts
    longest, while enough players are left, given again when it has ended. BUTTON: by Allow until my turn.
    `before_decision` is called before each decision. `unclicked_seconds` has, for each ping of a member, the time
    since that member's last click.
    """

    guild: SimGuild
    table: Table
    seed: str
    orders: str = ""
    before_decision: Callable[["ScriptedMembers"], None] | None = None
    decisions: list[Decision] = field(default_factory=list[Decision])
    unclicked_seconds: list[float] = field(default_factory=list[float])
    _clicked_at: dict[int, float] = field(default_factory=dict[int, float])  # by Discord id
    _answered: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])  # questions and seats
    _panels: dict[int, Any] = field(
        default_factory=dict[int, Any]
    )  # the interaction that showed the newest panel of each seat

    def __post_init__(self) -> None:
        started = self.guild.started
        if started is not None and started.response is not None and started.response.ephemeral:
            self._panels[0] = started  # the hand of the member who has started the game
        backend = self.guild.env.backend
        commit = backend.commit_message

        def commit_message(message: SimMessage, *, broadcast: bool = True) -> SimMessage:
            self.unclicked_seconds += [
                self._now - self._clicked_at.get(user, 0.0) for user in message.ping_user_ids
            ]
            return commit(message, broadcast=broadcast)

        backend.commit_message = commit_message

    @property
    def clicks(self) -> int:
        """How many clicks and choices in selects the members have made."""
        return sum(decision.clicks for decision in self.decisions)

    @property
    def message(self) -> Any:
        """The newest message of the table's channel with controls, None while there is none."""
        places = [self.guild.channel, *self.guild.channel.threads]
        place = next(place for place in places if place.id == self.table.state.channel_id)
        return next((message for message in reversed(place.history()) if controls(message)), None)

    @property
    def _now(self) -> float:
        return self.guild.bot.clock.now()

    async def play(self, seconds: float, *, together: bool) -> None:
        """Plays until the game is over. Each answer takes `seconds`.

        Those who are asked `together` also think together, half or one and a half times as long; or each begins
        when the one before has answered.
        """
        answers_at = dict[tuple[int, int], float]()
        while not self.table.state.has_ended:
            game = self.table.state.game
            if self.orders == HAND and game is not None:
                await self._give_orders(game)
            asked = [] if game is None or self.message is None else self._asked(game)
            if game is None or not asked:
                await self.guild.env.advance_time(STEP_SECONDS)
                continue
            seat, moment = asked[0], self._now + seconds
            if together:
                chance = random.Random(f"{self.seed} {game.question}")
                for each in asked:
                    answers_at.setdefault((game.question, each), self._now + seconds * chance.uniform(0.5, 1.5))
                moment, seat = min((answers_at[game.question, each], each) for each in asked)
            if moment > self._now:
                await self.guild.env.advance_time(moment - self._now)
            if self.table.state.game is game and seat in self._asked(game):
                await self.decide(seat)

    def _asked(self, game: Game) -> list[int]:
        """Returns the seats that must answer now, except those that have clicked, and those that have an order.

        An answer need not show at once. A seat with an order answers if the order has not, when it could have.
        """
        state = self.table.state
        waits = self.orders != "" and state.open_question.quiet_until is not None
        return [
            seat
            for seat in state.awaited()
            if (game.question, seat) not in self._answered
            and not (waits and state.seats[seat].orders and not is_aimed_at(game, seat))
        ]

    async def _give_orders(self, game: Game) -> None:
        """Lets everybody who may give an order do so, in the panel last seen if it has the control."""
        in_play = [seat for seat, player in enumerate(game.public().view["players"]) if player["alive"]]
        for seat in in_play if len(in_play) >= LEAST_ORDERING else ():
            if seat == game.turn or self.table.state.seats[seat].orders:
                continue
            order, panel = Decision("order"), self._panel(seat)
            self.decisions.append(order)
            if panel is None or not control_of(panel, ORDER):
                panel = await self._click(seat, order, self.message, control_of(self.message, "hand"))
            offered = {option["value"] for part in controls(panel) for option in part.get("options", ())}
            wanted = next(each for each in WANTED_ORDERS if each in offered)
            await self._click(seat, order, panel, control_of(panel, ORDER), [wanted])

    async def decide(self, seat: int) -> None:
        """Lets the member in a seat, who is asked, decide."""
        game, view = self.table.state.game, SeatView.of(self.table, seat)
        assert game is not None
        assert game.ask is not None
        move = drawn_move(game, seat, view.options, random.Random(f"{self.seed} {game.question} {seat}"))
        if self.before_decision is not None:
            self.before_decision(self)
        decision = Decision(game.ask.prompt, move)
        self.decisions.append(decision)
        self._answered.add((game.question, seat))
        message, made = self._asking(seat, game.question), self._made
        until_turn = control_of(self.message, "allow") if self.orders == BUTTON and move is PASS else ""
        if until_turn and not is_aimed_at(game, seat):
            message = await self._click(seat, decision, self.message, until_turn)
        while self._made == made:
            assert decision.clicks < MOST_CLICKS, f"{move} is not understood"
            cards = SeatView.of(self.table, seat).cards
            message = await self._click(seat, decision, message, *control_for(message, move, view.options, cards))

    def _asking(self, seat: int, question: int) -> Any:
        """Returns the message in which the member answers: the panel seen last if only that asks."""
        panel = self._panel(seat)
        is_private = control_of(self.message, "choose")
        return panel if is_private and panel is not None and asks(panel, question) else self.message

    def _panel(self, seat: int) -> Any:
        """Returns the panel that the member in a seat was sent last, as it is now; None without one."""
        result = self._panels.get(seat)
        return None if result is None else result.response

    @property
    def _made(self) -> tuple[int, ...]:
        """How many decisions were made, and answers given that have no effect or do not show yet."""
        state = self.table.state
        return state.decisions, len(state.void_answers), len(state.early_answers)

    async def _click(
        self, seat: int, decision: Decision, message: Any, custom_id: str, values: Sequence[str] = ()
    ) -> Any:
        """Clicks a control, or selects values in it; returns the panel that answers, or else the table message."""
        decision.clicks += 1
        member = self.guild[self.table.state.seats[seat].name]
        self._clicked_at[member.id] = self._now
        if values:
            result = await member.select(message, values, custom_id=custom_id)
        else:
            result = await member.click(message, custom_id=custom_id)
        if result.response is None or not result.response.ephemeral:
            return self.message
        self._panels[seat] = result
        return result.response


def is_aimed_at(game: Game, seat: int) -> bool:
    """Returns whether the open window is about an action against a seat, or about a block of its own action."""
    claim = game.public().claim
    if claim is None or claim.action is None:
        return False
    return seat == (claim.action.target if claim.kind == "action" else claim.action.by)


def drawn_move(game: Game, seat: int, options: Sequence[Move], chance: random.Random) -> Move:
    """Returns what a member decides: to allow what is aimed at others, and otherwise what is drawn."""
    if PASS in options and (not is_aimed_at(game, seat) or chance.random() < ALLOWED):
        return PASS
    wanted = [move for move in options if move.action == "coup" or move.do == "prove"]
    if wanted and chance.random() < LIKELY:
        return chance.choice(wanted)
    # Every action is as likely as any other, however many targets it has; only income is rare.
    kinds = sorted({move.action or "" for move in options})
    (kind,) = chance.choices(kinds, [RARE if kind == "income" else 1.0 for kind in kinds])
    return chance.choice([move for move in options if (move.action or "") == kind])
