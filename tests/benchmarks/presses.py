"""`python -m tests.benchmarks.presses [tree ...]`: what a game costs its players, and what they must read.

Scripted members (`tests/harness/members/scripted_members.py`) play whole games in live style: two, four and six
members, without and, where there are any, with standing orders. Prints clicks (with choices in selects) by kind of
question, messages and requests a game, the clicks of single decisions, the words of the table message at each kind
of question, and how many lines are above the question on a phone. Each `tree` is a checkout of the project whose
bot is measured, by default this one.
"""

import re
import sys
import textwrap
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any

import discord

from bot.pictures.art import ART_NAMES
from bot.render.icons import NO_ICONS, Icons, set_icons
from bot.render.messages.question import question_text
from bot.render.messages.turn import message_for_phase
from bot.render.view_model import TableView
from tests.benchmarks.click_rate import say
from tests.benchmarks.simulated_games import begun_game, measure_in_trees
from tests.harness.discord import controls, texts
from tests.harness.members.scripted_members import BUTTON, HAND, Decision, ScriptedMembers

GAMES = 3
"""How many games are played by each number of members."""
THINKING_SECONDS = 5.0
"""The time that members think about each answer, on average."""
LINE_CHARACTERS = 42
"""About as many characters fit a line of a table message on a screen of 390 pixels."""
_EMOJIS = Icons({name: discord.PartialEmoji(name=name, id=1) for name in ART_NAMES})
"""The emojis that the bot has after its first start. SimCord has none."""
_CODES = re.compile(r"<a?:\w+:\d+>\xa0?|[*#`]|^-# ", re.MULTILINE)
"""What a client shows without words: emojis and marks of emphasis."""
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
    """What was read of table messages: words by kind of question, and the lines above each question."""

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
    for number in range(GAMES):
        async with begun_game(f"{seats} {number}", seats, ai, pace="slow", style="live") as members:
            if orders and not getattr(members.table.state, "allows_orders", False):
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
        f"{tree}, {seats} members{given}: {costs['clicks'] / GAMES:.0f} clicks, "
        f"{costs['messages'] / GAMES:.1f} messages, {costs['panels'] / GAMES:.0f} panels, "
        f"{costs['requests'] / GAMES:.0f} requests a game ({len(decisions) / GAMES:.0f} decisions)"
    )
    kinds = Counter[str]()
    for decision in decisions:
        is_allowed = decision.move is not None and decision.move.do == "pass"
        kinds["allow" if is_allowed else decision.prompt] += decision.clicks
    say(f"    of them {', '.join(f'{clicks / GAMES:.1f} {kind}' for kind, clicks in kinds.most_common())}")
    return decisions


async def measure(tree: str) -> None:
    """Measures the bot that this process imports, and prints."""
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


if __name__ == "__main__":
    measure_in_trees("tests.benchmarks.presses", sys.argv[1:])
