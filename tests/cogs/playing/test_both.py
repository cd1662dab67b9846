"""One scripted game in both simulations of Discord, SimCord and the sandbox: every member must see the same.

After every step the channel as each member sees it is compared: all messages with their texts, colours, buttons,
selects and pings, ephemeral ones included. What differs between any two games is left out: ids, times, seeds and
the roles that were dealt.
"""

from collections.abc import Iterator
from pathlib import Path

from sandbox.driver import Sandbox
from tests.bot.process import running
from tests.cogs.court import NAMES, Court
from tests.cogs.playing.stages import InProcess, OverSockets, Stage, Step

OPENING: tuple[Step, ...] = (
    ("slash", "Ana", "coup new", {"pace": "slow"}),
    ("press", "Ben", "Join"),
    ("slash", "Cleo", "coup join"),
    ("slash", "Cleo", "coup join"),
    ("press", "Ben", "Start"),
    ("press", "Ana", "Add honest AI"),
    ("press", "Ana", "Host's menu"),
    ("press", "Ana", "Remove Iris"),
    ("press", "Dov", "Rules"),
)
START: Step = ("press", "Ana", "Start")


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


async def test_every_member_sees_the_same_in_both(court: Court, tmp_path: Path) -> None:
    inside: Stage = InProcess(court)
    async with Sandbox.start() as sandbox, running(sandbox, tmp_path / "sockets.sqlite3") as bot:
        await sandbox.ready("coup")
        outside = OverSockets({name: await sandbox.member(name) for name in NAMES})
        for step in OPENING:
            await _do(step, inside)
            await _do(step, outside)
            await outside.shows(inside, step)
        await _do(START, outside)
        await outside.members["Ana"].sees("### Turn 1")
        await _do(START, inside)
        while inside.first() != outside.first():
            inside = InProcess(Court(court.env, court.bot))
            for step in (*OPENING, START):
                await _do(step, inside)
        await outside.shows(inside, START)
        for step in game(inside.first()):
            await _do(step, inside)
            await _do(step, outside)
            await outside.shows(inside, step)
        assert "Traceback" not in bot.log, bot.log
    assert "wins" in inside.sees("Dov")


async def _do(step: Step, stage: Stage) -> None:
    kind, name, what, *options = step
    match kind:
        case "slash":
            await stage.slash(name, what, **(options[0] if options else {}))
        case "press":
            await stage.press(name, what)
        case "pick":
            await stage.pick(name, what)
