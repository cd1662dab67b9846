"""The ledger: compares the responses that members got with the rows in the database."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

import psycopg
from psycopg.rows import dict_row

from bot.store.repositories.games import game_row
from bot.store.rows import GameRow
from bot.tables.games import new_game
from engine import Move, digest
from engine.moves import RESIGN
from tests.harness.members.monkeys import Monkey

Answer: TypeAlias = tuple[int, int, int]
"""A game, the number of the question, and the user who answered it."""


@dataclass(frozen=True)
class Audit:
    """The result of the comparison: counts of answers, and lists of errors, which must be empty."""

    acknowledged: int
    written: int
    lost: list[Answer]
    """Answers that were acknowledged but are not in the database."""
    doubled: list[Answer]
    """Answers that were acknowledged twice."""
    denied: list[Answer]
    """Answers in the database, although the member was told something different."""
    unexplained: list[Answer]
    """Answers in the database for which nobody had clicked."""
    broken: list[int]
    """Games whose decisions do not lead to the states stored with them."""
    unknown: int
    """The number of answers whose members were told that the outcome is unknown."""
    unknown_written: int
    """How many of the unknown answers are in the database."""

    @property
    def clean(self) -> bool:
        """Whether every acknowledged answer is stored once, and nothing more."""
        return not (self.lost or self.doubled or self.denied or self.unexplained or self.broken)

    def __str__(self) -> str:
        lists = ", ".join(f"{len(getattr(self, each.name))} {each.name}" for each in fields(self)[2:-2])
        return (
            f"{self.acknowledged} answers acknowledged, {self.written} written, {lists}; "
            f"{self.unknown} told to be unknown, {self.unknown_written} of them written"
        )


def audit(url: str, monkeys: Iterable[Monkey]) -> Audit:
    """Compares the responses that these members got with the rows of the database."""
    accepted: Counter[Answer] = Counter()
    unanswered: set[Answer] = set()
    unknown: set[Answer] = set()
    clicked: set[Answer] = set()
    ordering: set[tuple[int, int]] = set()  # games, and the users who may have given a standing order there
    for monkey in monkeys:
        user = int(monkey.member.id)
        ordering |= {(game, user) for game in monkey.ordered}
        accepted.update(_answer(custom_id, user) for custom_id in monkey.accepted)
        unanswered |= {_answer(custom_id, user) for custom_id in monkey.unanswered}
        unknown |= {_answer(custom_id, user) for custom_id in monkey.unknown}
        clicked |= {_answer(custom_id, user) for custom_id in monkey.clicked}
    written: list[Answer] = []
    let_go: set[Answer] = set()
    by_order: set[Answer] = set()  # what a standing order may have allowed, without a click
    pending: set[Answer] = set()  # stored in the quiet time of a window that is not over yet
    broken: list[int] = []
    for row, decisions in _games(url):
        game = new_game(row)
        for decision in decisions:
            user = row.seats[decision["seat"]].user_id
            if decision["cause"] == "player" and user is not None:
                answer = row.id, game.question, user
                written.append(answer)
                if decision["move"] == "pass" and (row.id, user) in ordering:
                    by_order.add(answer)
            if decision["move"].startswith(("challenge", "claim")):
                others = (seat.user_id for number, seat in enumerate(row.seats) if number != decision["seat"])
                let_go |= {(row.id, game.question, other) for other in others if other is not None}
            move = Move.parse(decision["move"])
            game.resign(decision["seat"]) if move is RESIGN else game.decide(decision["seat"], move)
            if digest(game) != decision["checksum"]:
                broken.append(row.id)
                break
        for early in row.early_answers:
            pending.add((row.id, game.question, row.seats[early.seat].user_id or 0))
    known = set(written)
    return Audit(
        acknowledged=accepted.total(),
        written=len(written),
        # When another player's challenge or block closes a window, a player may still answer it, without effect.
        lost=[answer for answer in accepted if answer not in known | let_go | pending],
        doubled=[answer for answer, count in accepted.items() if count > 1],
        denied=[
            answer for answer in written if answer in clicked - unanswered - unknown - accepted.keys() - by_order
        ],
        unexplained=[answer for answer in written if answer not in clicked | by_order],
        broken=broken,
        unknown=len(unknown),
        unknown_written=len(unknown & known),
    )


def _answer(custom_id: str, user: int) -> Answer:
    _, _, _, game, question, *_ = custom_id.split(":")
    return int(game), int(question.partition(".")[0]), user


def _games(url: str) -> Iterator[tuple[GameRow, list[dict[str, Any]]]]:
    """Yields every game that was begun, with its decisions in order."""
    with psycopg.Connection[dict[str, Any]].connect(url, row_factory=dict_row) as rows:
        for game in rows.execute("SELECT * FROM games WHERE interaction_id IS NOT NULL").fetchall():
            number = {"game": game["id"]}
            seats = rows.execute("SELECT * FROM seats WHERE game_id = %(game)s ORDER BY seat", number).fetchall()
            decisions = rows.execute("SELECT * FROM decisions WHERE game_id = %(game)s ORDER BY seq", number)
            yield game_row(game, seats), decisions.fetchall()
