"""`python -m tests.benchmarks.games [tree ...]`: what whole games cost their players, and the bot in requests.

Scripted members (`tests/harness/members/scripted_members.py`) play in SimCord, two, four and six of them, with
the same dice in each `tree`, which is a checkout of the project whose bot is measured, by default this one. The
time of a game is simulated: it takes seconds, however long its members think. Requests are sent at once, without
the bot's own rate limiter.

First, in live style, without and with standing orders: clicks (with choices in selects) by kind of question,
messages and requests a game, the clicks of single decisions, the words of the table message at each kind of
question, and how many lines are above the question on a phone.

Then, in each style and at several paces: requests for each click and decision, and pings. All who are asked
together also think together, each for the time given, more or less; or they answer one after another, each that
much later than the one before. Clicks in panels count as well. A ping counts as useful if its member has not
clicked for AWAY_SECONDS.
"""

import os
import re
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any

import discord
import pytest

from bot.pictures.art import ART_NAMES
from bot.render.icons import NO_ICONS, Icons, set_icons
from bot.render.messages.question import question_text
from bot.render.messages.turn import message_for_phase
from bot.render.view_model import TableView
from bot.store.rows import Style
from tests.benchmarks.click_rate import say
from tests.harness.discord import controls, texts
from tests.harness.members.scripted_members import BUTTON, HAND, Decision, ScriptedMembers, deal_alike
from tests.harness.processes.forked_process import ROOT
from tests.harness.simulated_discord import simulated_guild

NAMES = (
    "Annamariaklingen",
    "Bartholomewjones",
    "Christopherlewis",
    "Dominiquebeckett",
    "Evangelineharper",
    "Finneganosterman",
)
"""Names of 16 letters."""
BEGINNING_SECONDS = 2.0
"""The time after which the requests of a beginning are no longer counted."""


@asynccontextmanager
async def begun_game(
    seed: str, seats: int, ai: int = 0, /, *, pace: str, style: str, **options: Any
) -> AsyncGenerator[ScriptedMembers]:
    """Yields the members of a game that has begun; only requests from now on are in the log of its server."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        deal_alike(monkeypatch, seed)
        names = NAMES[:seats]
        async with simulated_guild(Path(folder) / "coup.sqlite3", monkeypatch, names) as guild:
            if ai:
                options["seats"] = seats + ai
            table = await guild.play(*names, style=style, pace=pace, **options)
            members = ScriptedMembers(guild, table, seed)
            await guild.env.advance_time(BEGINNING_SECONDS)
            guild.env.http_requests.clear()
            yield members


PRESSED_GAMES = 3
"""How many games are played by each number of members."""
THINKING_SECONDS = 5.0
"""The time that members think about each answer, on average."""
LINE_CHARACTERS = 42
"""About as many characters fit a line of a table message on a screen of 390 pixels."""
_EMOJIS = Icons({name: discord.PartialEmoji(name=name, id=1) for name in ART_NAMES})
"""The emojis that the bot has after its first start. SimCord has none."""
_CODES = re.compile(r"<a?:\w+:\d+>\xa0?|[*#`]|^-# ", re.MULTILINE)
"""The parts of a text that are no words: emojis and marks of emphasis."""
_WORD = re.compile(r"<[^>]+>|\w[\w'+:-]*|[+-]\d+")
_KINDS: Mapping[str, Sequence[str]] = {
    "exchange": ("act exchange", "keep"),
    "loss": ("lose",),
    "block": ("claim",),
    "assassination": ("act assassinate",),
    "coup": ("act coup",),
    "proof": ("prove",),
    "concession": ("concede",),
}
"""The decisions of which the clicks are printed, by the beginnings of their moves."""


@dataclass
class _Readings:
    """Measurements of table messages: words by kind of question, and the lines above each question."""

    words: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list[int]))
    labels: list[int] = field(default_factory=list[int])
    lines_above: list[int] = field(default_factory=list[int])

    def read(self, members: ScriptedMembers) -> None:
        """Reads the table message before a decision, as it is with the bot's emojis."""
        set_icons(_EMOJIS)
        view = TableView.of(members.table)
        message = message_for_phase(view)
        set_icons(NO_ICONS)
        claim = view.game.claim
        kind = f"{view.game.prompt} {claim.kind if claim is not None and view.game.window else ''}".strip()
        text = _CODES.sub("", "\n".join(texts(message.to_components())))
        question = _CODES.sub("", question_text(view)).splitlines()[0]
        above = text[: text.index(question)].strip().splitlines()
        self.words[kind].append(len(_WORD.findall(text)))
        self.labels.append(sum(len(_label(part).split()) for part in controls(members.message)))
        self.lines_above.append(sum(len(textwrap.wrap(line, LINE_CHARACTERS)) or 1 for line in above))


def _label(part: Mapping[str, Any]) -> str:
    return part.get("label") or part.get("placeholder") or ""


async def play(tree: str, seats: int, readings: _Readings, *, orders: str, ai: int = 0) -> list[Decision] | None:
    """Plays games of this many members, and prints what each costs. Returns the decisions; None without orders.

    They also play against `ai` AI seats. `orders` says how they give standing orders (see `ScriptedMembers`).
    """
    costs, decisions = Counter[str](), list[Decision]()
    for number in range(PRESSED_GAMES):
        async with begun_game(f"{seats} {number}", seats, ai, pace="slow", style="live") as members:
            if orders and not members.table.state.allows_orders:
                return None
            members.orders = orders
            members.before_decision = readings.read
            await members.play(THINKING_SECONDS, together=True)
        decisions += members.decisions
        for request in members.guild.env.http_requests:
            costs["requests"] += 1
            if request.method == "POST" and request.path.endswith("/messages"):
                costs["messages"] += 1
            elif request.path.startswith("/interactions") and (request.json or {}).get("type") == 4:
                costs["panels"] += 1
    costs["clicks"] = sum(decision.clicks for decision in decisions)
    given = (f" and {ai} AI seats" if ai else "") + (f" with orders by the {orders}" if orders else "")
    say(
        f"{tree}, {seats} members{given}: {costs['clicks'] / PRESSED_GAMES:.0f} clicks, "
        f"{costs['messages'] / PRESSED_GAMES:.1f} messages, {costs['panels'] / PRESSED_GAMES:.0f} panels, "
        f"{costs['requests'] / PRESSED_GAMES:.0f} requests a game ({len(decisions) / PRESSED_GAMES:.0f} decisions)"
    )
    kinds = Counter[str]()
    for decision in decisions:
        is_allowed = decision.move is not None and decision.move.do == "pass"
        kinds["allow" if is_allowed else decision.prompt] += decision.clicks
    say(f"    of them {', '.join(f'{clicks / PRESSED_GAMES:.1f} {kind}' for kind, clicks in kinds.most_common())}")
    return decisions


async def measure_presses(tree: str) -> None:
    """Prints what games cost their players."""
    readings, decisions = _Readings(), list[Decision]()
    for seats in (2, 4, 6):
        of_six = readings if seats == 6 else _Readings()
        decisions += await play(tree, seats, of_six, orders="") or []
        for orders in (HAND, BUTTON):
            await play(tree, seats, _Readings(), orders=orders)
    for orders in ("", BUTTON):
        await play(tree, 1, _Readings(), orders=orders, ai=3)
    clicks = {kind: " + ".join(_clicks(decisions, move) for move in moves) for kind, moves in _KINDS.items()}
    say(f"{tree}, clicks: {', '.join(f'{kind} {number}' for kind, number in clicks.items())}")
    words = {kind: median(found) for kind, found in sorted(readings.words.items())}
    say(
        f"{tree}, words, six members: {', '.join(f'{kind} {number:g}' for kind, number in words.items())}; "
        f"median {median(words.values()):g}, on controls {median(readings.labels):g}"
    )
    above = readings.lines_above
    say(f"{tree}, lines above the question, six members: {median(above):g}, at most {max(above)}")


def _clicks(decisions: Sequence[Decision], move: str) -> str:
    """Returns the clicks of the decisions whose move begins like this, on average."""
    found = [each.clicks for each in decisions if each.move is not None and f"{each.move} ".startswith(f"{move} ")]
    return f"{mean(found):.2g}" if found else "none"


GAMES = {2: 3, 4: 2, 6: 1}
"""How many games are played, by the number of players."""
PAUSES = ((0.0, True), (3.0, False), (10.0, True), (10.0, False), (20.0, True))
"""The seconds that each answer takes, and whether those who are asked think together."""
AWAY_SECONDS = 30.0
OPTIONS: Sequence[Mapping[str, str]] = ({}, {"options": "orders=false"})
"""The options of the tables; standing orders delay what a click shows."""


async def count(tree: str, style: Style, pause: float, *, together: bool, options: Mapping[str, str]) -> None:
    """Plays games in a style, and prints their requests for each click."""
    clicks, decisions, pings, useful = 0, 0, 0, 0
    counts = Counter[str]()
    for seats, games in GAMES.items():
        for number in range(games):
            async with begun_game(f"{seats} {number}", seats, pace="slow", style=str(style), **options) as members:
                await members.play(pause, together=together)
            clicks += members.clicks
            decisions += len(members.decisions)
            pings += len(members.unclicked_seconds)
            useful += sum(seconds > AWAY_SECONDS for seconds in members.unclicked_seconds)
            for request in members.guild.env.http_requests:
                is_response = request.path.startswith("/interactions")
                counts["responses" if is_response else f"{request.method} requests"] += 1
    detail = ", ".join(f"{number / clicks:.2f} {what}" for what, number in counts.most_common())
    order = "for an answer" if together else "one after another"
    say(
        f"{tree}, {' '.join((style, *options.values()))}, {pause:g} s {order}: "
        f"{counts.total() / clicks:.2f} requests a click, {counts.total() / decisions:.2f} a decision "
        f"({detail}; {clicks} clicks, {decisions} decisions), "
        f"{pings / clicks:.2f} pings, {useful / clicks:.2f} useful"
    )


async def measure_requests(tree: str) -> None:
    """Prints what games cost the bot in requests."""
    for options in OPTIONS:
        for style in Style:
            for pause, together in PAUSES:
                await count(tree, style, pause, together=together, options=options)


async def measure(tree: str) -> None:
    """Measures the bot that this process imports, and prints."""
    await measure_presses(tree)
    await measure_requests(tree)


def measure_in_trees(trees: list[str]) -> None:
    """Calls `measure` with the bot of each tree, in a process of its own."""
    for tree in trees or [str(ROOT)]:
        path = Path(tree).resolve()
        code = f"import asyncio; from tests.benchmarks.games import measure; asyncio.run(measure({path.name!r}))"
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "tests").symlink_to(ROOT / "tests")
            environment = os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{path}"}
            subprocess.run(
                (sys.executable, "-P", "-W", "ignore", "-c", code), cwd=path, env=environment, check=True
            )


if __name__ == "__main__":
    measure_in_trees(sys.argv[1:])
