"""`python -m tests.benchmarks.request_counts [tree ...]`: requests for each click and decision, and pings.

Scripted members play whole games in SimCord, of two, four and six. All who are asked together also think together,
each for the time given, more or less; or they answer one after another, each that much later than the one before.
Clicks in panels count as well. Each `tree` is a checkout of the project whose bot is measured, by default this
one. A ping counts as useful if its member has not clicked for AWAY_SECONDS.
"""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence

from bot.store.rows import Style
from bot.tables.state import TableState
from tests.benchmarks.click_rate import say
from tests.benchmarks.simulated_games import begun_game, measure_in_trees

GAMES = {2: 3, 4: 2, 6: 1}
"""How many games are played, by the number of players."""
PAUSES = ((0.0, True), (3.0, False), (10.0, True), (10.0, False), (20.0, True))
"""The seconds that each answer takes, and whether those who are asked think together."""
AWAY_SECONDS = 30.0
OPTIONS: Sequence[Mapping[str, str]] = (
    ({}, {"options": "orders=false"}) if hasattr(TableState, "allows_orders") else ({},)
)
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


async def measure(tree: str) -> None:
    """Measures the bot that this process imports, and prints."""
    for options in OPTIONS:
        for style in Style:
            for pause, together in PAUSES:
                await count(tree, style, pause, together=together, options=options)


if __name__ == "__main__":
    measure_in_trees("tests.benchmarks.request_counts", sys.argv[1:])
