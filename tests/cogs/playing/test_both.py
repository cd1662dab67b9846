"""A scripted game of each style in both simulations of Discord, SimCord and the sandbox: all must see the same.

After every step the channel as each member sees it is compared: all messages with their texts, colours, buttons,
selects and pings, ephemeral ones included. What differs between any two games is left out: ids, times, seeds and
the roles that were dealt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandbox.driver import Sandbox
from tests.bot.process import running
from tests.cogs.court import NAMES, Court
from tests.cogs.playing.stages import InProcess, OverSockets, Stage, Step

STYLES = ("live", "chronicle")
"""Each is played in a channel of its own. A game that moves into a thread is in tests/e2e/trouble/test_threads."""
START: Step = ("press", "Ana", "Start")


def opening(style: str) -> Iterator[Step]:
    """Yields the steps of the lobby up to its start."""
    yield "slash", "Ana", "coup new", {"pace": "slow", "style": style}
    yield "press", "Ben", "Join"
    yield "slash", "Cleo", "coup join"
    yield "slash", "Cleo", "coup join"
    yield "press", "Ben", "Start"
    yield "press", "Ana", "Add AI"
    yield "press", "Ana", "Host's menu"
    yield "press", "Ana", "Remove Iris"
    yield "press", "Dov", "Rules"


def game(first: str) -> Iterator[Step]:
    """Yields all steps from the first turn on; they work for any deal of the cards."""
    seats = NAMES[:3]
    begins = seats.index(first)
    a, b, c = (*seats[begins:], *seats[:begins])
    # A tax that everybody allows, one of them twice, one by a command.
    yield "press", b, "My hand"
    yield "press", "Dov", "My hand"
    yield "pick", a, "Tax (Duke)"
    yield "press", a, "Challenge"
    yield "press", b, "Allow"
    yield "press", b, "Allow"
    yield "slash", c, "coup answer", {"answer": "allow"}
    # Foreign aid by a command; meanwhile one resigns, after thinking twice.
    yield "slash", b, "coup act", {"action": "foreign_aid"}
    yield "slash", c, "coup resign"
    yield "press", c, "Back"
    yield "slash", c, "coup resign"
    yield "press", c, "Resign"
    yield "slash", c, "coup hand"
    yield "press", a, "Allow"
    # A tax from the private panel, an income by a command.
    yield "press", a, "My hand"
    yield "pick", a, "Tax (Duke)"
    yield "press", b, "Allow"
    yield "slash", b, "coup act", {"action": "income"}
    # A coup, thought better of and launched after all; its victim chooses in private.
    yield "pick", a, "Coup"
    yield "press", a, "Back"
    yield "pick", a, "Coup"
    yield "press", a, f"Coup {b}"
    yield "press", c, "Choose"
    yield "press", b, "Choose"
    yield "press", b, "Lose"
    # The last opponent gives up.
    yield "slash", "Dov", "coup table"
    yield "slash", b, "coup resign", {"sure": True}
    yield "pick", b, "Income"
    # The game is over: its log, and another of the same.
    yield "press", "Dov", "Log"
    yield "slash", b, "coup log"
    yield "press", "Dov", "Rematch"
    yield "press", b, "Rematch"
    yield "press", a, "Join"
    yield "press", b, "Start"
    yield "slash", c, "coup leave"
    yield "press", b, "Host's menu"
    yield "press", b, "Cancel the table"


@dataclass
class Pair:
    """The same game on both stages."""

    style: str
    inside: Stage
    outside: OverSockets

    async def start(self, court: Court) -> None:
        """Starts both games, the one in SimCord again and again until the same player has the first turn."""
        await _do(START, self.outside)
        await self.outside.members["Ana"].sees("### Turn 1", channel=self.style)
        await _do(START, self.inside)
        while self.inside.first() != self.outside.first():
            self.inside = InProcess(Court(court.env, court.bot))
            for step in (*opening(self.style), START):
                await _do(step, self.inside)


async def test_every_member_sees_the_same_in_both(court: Court, tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox, running(sandbox, tmp_path / "sockets.sqlite3") as bot:
        await sandbox.ready("coup")
        members = {name: await sandbox.member(name) for name in NAMES}
        pairs: list[Pair] = []
        for style in STYLES:
            await sandbox.add_channel(style)
            for member in members.values():
                await member.until(lambda member=member, name=style: name in member.channels, what=style)
            pairs.append(Pair(style, InProcess(Court(court.env, court.bot)), OverSockets(members, style)))
        # Step by step in both channels, so that the bot's pauses between requests are waited for only once.
        for steps in zip(*(opening(pair.style) for pair in pairs), strict=True):
            await _do_all(steps, pairs)
        for pair in pairs:
            await pair.start(court)
            await pair.outside.shows(pair.inside, START)
        for steps in zip(*(game(pair.inside.first()) for pair in pairs), strict=True):
            await _do_all(steps, pairs)
        assert "Traceback" not in bot.log, bot.log
    assert all("wins" in pair.inside.sees("Dov") for pair in pairs)


async def _do_all(steps: Sequence[Step], pairs: Sequence[Pair]) -> None:
    """Does a step of each game, then compares what everybody sees."""
    for step, pair in zip(steps, pairs, strict=True):
        await _do(step, pair.inside)
        await _do(step, pair.outside)
    for step, pair in zip(steps, pairs, strict=True):
        await pair.outside.shows(pair.inside, step)


async def _do(step: Step, stage: Stage) -> None:
    kind, name, what, *options = step
    match kind:
        case "slash":
            await stage.slash(name, what, **(options[0] if options else {}))
        case "press":
            await stage.press(name, what)
        case "pick":
            await stage.pick(name, what)
