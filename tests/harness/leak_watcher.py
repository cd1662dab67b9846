"""Records every public message as it was shown, and checks that no message showed a fact too early."""

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.render.texts.catalogue import texts_for
from bot.render.texts.phrases import Phrases
from engine import ROLES, Game
from sandbox.driver import DrivenMember, Message

_TURN = re.compile(r"Turn (\d+)")
_SLOT = re.compile(r"coup:1:(act|answer|choose):.*\.c\d")
_COURT = re.compile(r"### Tonight's court.*?(?=-# Turn )", re.DOTALL)
"""The presentation of the roles in the first message of a game."""
_PRINTED = ("## ", "-# Tonight's court:", "-# Out of the game:")
"""The beginnings of lines that name roles without telling who holds them: the question, the roles in the game."""


class Watcher:
    """Records every state of every public message that a member sees while `watch` runs."""

    def __init__(self, member: DrivenMember) -> None:
        self.member = member
        self.shown: list[Message] = []
        self._known: set[int] = set()

    async def watch(self) -> None:
        """Watches until it is cancelled."""
        await self.member.until(self._look, timeout=3600)

    def _look(self) -> None:
        for message in self.member.seen.values():
            # Every state is a separate JSON object, and `shown` keeps it, so that its id() is never reused.
            if id(message.raw) not in self._known and not message.ephemeral:
                self._known.add(id(message.raw))
                self.shown.append(message)

    def turns(self, channel: str) -> Iterator[tuple[int, Message]]:
        """Every state of a channel's turn messages, with the turn's number."""
        place = self.member.channels[channel]
        for message in self.shown:
            turn = _TURN.search(message.text)
            if message.channel_id == place and turn is not None:
                yield int(turn[1]), message


def finished(database: Path) -> dict[str, dict[str, Any]]:
    """The record of each game that is over, by the id of its channel."""
    with closing(sqlite3.connect(database)) as rows:
        found = rows.execute("SELECT channel_id, record FROM results").fetchall()
    return {str(channel): json.loads(record) for channel, record in found}


def decided(database: Path) -> int:
    """The number of members' decisions that are stored, without what a standing order may have allowed."""
    with closing(sqlite3.connect(database)) as rows:
        query = """SELECT count(*) FROM decisions JOIN games ON games.id = decisions.game_id
            WHERE cause = 'player' AND NOT (games.orders AND move = 'pass')"""
        return rows.execute(query).fetchone()[0]


def let_go(database: Path) -> int:
    """The most answers that may have been without effect: those of others beside a challenge or a block."""
    with closing(sqlite3.connect(database)) as rows:
        query = """SELECT count(*) FROM decisions JOIN seats ON seats.game_id = decisions.game_id
            WHERE (move = 'challenge' OR move LIKE 'claim%') AND seats.seat != decisions.seat"""
        return rows.execute(query).fetchone()[0]


def secrets(database: Path) -> list[str]:
    """The seeds of games that have not ended, in the form that a log or a message would use."""
    with closing(sqlite3.connect(database)) as rows:
        found = rows.execute("SELECT server_seed, seed FROM games WHERE status NOT IN ('over', 'closed')")
        return [secret for server_seed, seed in found for secret in (server_seed.hex(), seed) if secret]


def check_nothing_leaked(watcher: Watcher, channel: str, record: Mapping[str, Any]) -> None:
    """Fails if a turn message named a role before any public event of the game had named it."""
    told = _told_by_turn(record)
    phrases = Phrases(texts_for("en"), ())
    for turn, message in watcher.turns(channel):
        assert not any(_SLOT.match(part.get("custom_id", "")) for part in message.parts), message.raw
        text = _COURT.sub("", message.text)
        lines = [line for line in text.split("\n") if not line.startswith(_PRINTED)]
        for role in set(ROLES) - told[turn - 1]:
            named = re.search(rf"\b{phrases.role(role)}\b", "\n".join(lines))
            assert named is None, f"{role} was secret in turn {turn} of {channel}:\n{message.text}"


def _told_by_turn(record: Mapping[str, Any]) -> list[set[str]]:
    """The roles that are publicly known at the end of each turn."""
    game = Game.replay({"new": record["new"], "decisions": []})
    events = list(game.table.events)
    for decision in record["decisions"]:
        events += game.decide_json(decision)
    told: set[str] = set()
    turns: list[set[str]] = [set()]
    begun = False
    for event in events:
        if event["type"] == "turn" and begun:
            turns.append(set())
        begun = begun or event["type"] == "turn"
        if "to" not in event:
            told |= {word.rstrip("*") for fact in event.values() for word in _words(fact)} & set(ROLES)
        turns[-1] = set(told)
    return turns


def _words(fact: object) -> tuple[str, ...]:
    """The words of a fact of an event: one, or those of several cards."""
    facts = fact if isinstance(fact, tuple) else (fact,)
    return tuple(each for each in facts if isinstance(each, str))
