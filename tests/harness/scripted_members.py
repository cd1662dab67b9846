"""Members who play scripted games in SimCord: their decisions are drawn from a seed, and made by clicks.

A member who is asked draws one of the engine's options, whatever the messages look like, and then clicks whatever
leads to it. So the same games are played at every state of the project, and what they cost can be compared.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from simcord.backend.models.message import Message as SimMessage

from bot.render.seat_view import SeatView
from bot.tables.table import Table
from engine import Game, Move
from engine.moves import PASS
from tests.harness.controls_for_moves import control_for
from tests.harness.discord import SimGuild, controls

MOST_CLICKS = 6
"""A decision that takes more clicks than this is not understood."""
ALLOWED = 0.5
"""The share of actions and blocks aimed at a member that this member allows."""
LIKELY = 0.8
"""How likely a member launches a coup, or proves a claim, who may."""


def deal_alike(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Makes every game of the same players be dealt alike."""
    monkeypatch.setattr(
        "bot.tables.games.setup.game_seed", lambda *_: f"{random.Random(seed).getrandbits(256):064x}"
    )


@dataclass
class Decision:
    """A decision made by clicks: the engine's prompt, the move, and how many clicks and choices it took."""

    prompt: str
    move: Move
    clicks: int = 0


@dataclass
class ScriptedMembers:
    """The members at a table, and the decisions that they have made.

    `unclicked_seconds` has, for each ping of a member, the time since that member's last click.
    """

    guild: SimGuild
    table: Table
    seed: str
    decisions: list[Decision] = field(default_factory=list[Decision])
    unclicked_seconds: list[float] = field(default_factory=list[float])
    _clicked_at: dict[int, float] = field(default_factory=dict[int, float])

    def __post_init__(self) -> None:
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
            game, asked = self.table.state.game, self.table.state.awaited()
            if game is None or self.message is None or not asked:
                await self.guild.env.advance_time(1)
                continue
            seat, moment = asked[0], self._now + seconds
            if together:
                chance = random.Random(f"{self.seed} {game.question}")
                for each in asked:
                    answers_at.setdefault((game.question, each), self._now + seconds * chance.uniform(0.5, 1.5))
                moment, seat = min((answers_at[game.question, each], each) for each in asked)
            if moment > self._now:
                await self.guild.env.advance_time(moment - self._now)
            if self.table.state.game is game and seat in self.table.state.awaited():
                await self.decide(seat)

    async def decide(self, seat: int) -> None:
        """Lets the member in a seat, who is asked, decide."""
        game, view = self.table.state.game, SeatView.of(self.table, seat)
        assert game is not None
        assert game.ask is not None
        move = drawn_move(game, seat, view.options, random.Random(f"{self.seed} {game.question} {seat}"))
        decision = Decision(game.ask.prompt, move)
        self.decisions.append(decision)
        member, made = self.guild[self.table.state.seats[seat].name], self.table.state.decisions
        message: Any = self.message
        while self.table.state.decisions == made:
            decision.clicks += 1
            assert decision.clicks <= MOST_CLICKS, f"{move} is not understood"
            custom_id, values = control_for(message, move, view.options, SeatView.of(self.table, seat).cards)
            self._clicked_at[member.id] = self._now
            if values:
                result = await member.select(message, values, custom_id=custom_id)
            else:
                result = await member.click(message, custom_id=custom_id)
            is_panel = result.response is not None and result.response.ephemeral
            message = result.response if is_panel else self.message


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
    # Every action is as likely as any other, however many targets it has.
    kind = chance.choice(sorted({move.action or "" for move in options}))
    return chance.choice([move for move in options if (move.action or "") == kind])
