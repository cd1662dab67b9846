"""`python -m tests.benchmarks.clicks [--rounds N] [tree ...]`: what clicks cost the bot, compared with a bare bot.

Members decide, look at their hands and click what is refused, at a fixed rate and at random moments. The CPU
time of a click is that of the bot's process and its children, divided by the number of clicks. Members and
sandboxes are other processes and do not count. At the end AI seats play alone.

The speed of a machine changes from minute to minute. So rounds are short, and in each of them the bots take
turns: the bot of each `tree`, which is a checkout of the project (by default this one), and the bare bot of
`bare_bot`. The first of a round tends to do worse, so every second round begins with the last `tree`. A ratio
compares two figures of one round; the median of the rounds is printed, with the least and the highest.

"At equal requests" compares with a bare bot that commits and makes as many requests as a decision does.
"""

import argparse
import asyncio
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from sandbox.driver import DrivenMember
from tests.benchmarks.bare_bot import KINDS
from tests.benchmarks.click_rate import Metronome, QuickPlayer, begin_games, count_decisions, play_on, say
from tests.benchmarks.subjects import Click, Figures, Subject, clicking, subject
from tests.harness.members.players import HumanPlayer
from tests.harness.processes.forked_process import ROOT

ROUNDS = 6
SECONDS = 5.0
"""Length of each measurement."""
RATE, FAST = 36.0, 50.0
"""Clicks a second. FAST is the rate at which the times to the acknowledgement are measured."""
TABLES, SEATS = 24, 5
WARM_SECONDS = 3.0
"""Seconds before decisions are measured: at first the bot posts messages again, for members who may be away."""
PANEL_SECONDS = 1.0
"""Seconds after looks at hands and refusals, in which the bot deletes the last panels."""
DRAWN = "emojis were uploaded"
"""The line of the log after which the bot draws nothing more for its start."""
AI_TABLES, AI_SECONDS = 12, 20.0


async def deciding(tables: Sequence[list[HumanPlayer]], rate: float, seconds: float = SECONDS) -> list[float]:
    """Lets members decide at this rate. Returns the times to the acknowledgements."""
    players = [player for table in tables for player in table]
    for player in players:
        player.seconds.clear()
    metronome = Metronome(rate, seconds)
    await asyncio.gather(*(play_on(table, metronome) for table in tables))
    return [second for player in players for second in player.seconds]


async def looking(hands: Sequence[Click]) -> list[float]:
    """Clicks each once, one after another. Returns the times to the acknowledgements."""
    return [await hand() for hand in hands]


def on(label: str, member: DrivenMember) -> Click:
    """Returns a member's click on the newest button with this label."""

    async def click() -> float:
        # A message may have been deleted, and the next one not posted yet.
        await member.until(lambda: any(label in message.enabled for message in member.messages()), what=label)
        return (await member.click(label)).seconds

    return click


@dataclass
class Clicks:
    """A bot of the project, and what is clicked in its sandbox."""

    bot: Subject
    tables: Sequence[list[HumanPlayer]]
    hands: Sequence[Click]
    refused: Sequence[Click]

    async def measure(self) -> None:
        """Measures one round."""
        await deciding(self.tables, FAST, WARM_SECONDS)
        await self.bot.measure("decision", deciding(self.tables, RATE))
        await self.bot.measure("decision, fast", deciding(self.tables, FAST))
        await self.bot.measure("hand", clicking(self.hands, RATE, SECONDS), PANEL_SECONDS)
        await self.bot.measure("refusal", clicking(self.refused, RATE, SECONDS), PANEL_SECONDS)


async def begin(bot: Subject) -> Clicks:
    """Starts games in the bot's sandbox, plays on for a moment, and lets all members look at their hands."""
    tables = await begin_games(bot.sandbox, TABLES, seats=SEATS, kind=QuickPlayer)
    onlookers = [await bot.sandbox.member(f"Onlooker {table}", guild=f"Server {table}") for table in range(TABLES)]
    hands = [on("My hand", player.member) for table in tables for player in table]
    await deciding(tables, FAST, WARM_SECONDS)
    await bot.measure("first look at a hand", looking(hands))
    return Clicks(bot, tables, hands, [on("My hand", onlooker) for onlooker in onlookers])


async def measure_ai_seats(bot: Subject) -> None:
    """Measures the decisions of AI seats that play alone."""
    await begin_among_ai_seats(bot)
    await bot.measure("AI's decision", ai_seats_playing(bot), settle_seconds=0)


async def begin_among_ai_seats(bot: Subject) -> None:
    """Starts games that AI seats play alone, because the only member resigns."""
    host = await bot.sandbox.first_member()
    for table in range(AI_TABLES):
        channel = f"ai-{table}"
        await bot.sandbox.add_channel(channel)
        await host.until(lambda channel=channel: channel in host.channels, what=channel)
        host.channel = channel
        await host.slash("coup new", seats=SEATS)
        await host.slash("coup start")
        await host.slash("coup resign", sure=True)


async def ai_seats_playing(bot: Subject) -> list[float]:
    """Waits while AI seats play. Returns a time of 0 for each of their decisions."""
    before = count_decisions(bot.database)
    await asyncio.sleep(AI_SECONDS)
    return [0.0] * (count_decisions(bot.database) - before)


async def measure_bare_bot(bare: Subject) -> None:
    """Measures one round of the bare bot."""
    member = await bare.sandbox.first_member()
    for kind in KINDS:
        await member.slash("ping", kind=kind)
        clicks = [on("Ping", member) for _ in range(TABLES)]
        await bare.measure(kind, clicking(clicks, RATE, SECONDS), settle_seconds=0)
        if kind == "layout":
            await bare.measure("layout, fast", clicking(clicks, FAST, SECONDS), settle_seconds=0)


def spread(ratios: Iterable[float]) -> str:
    """Returns the median of ratios, with the least and the highest."""
    ordered = sorted(ratios)
    return f"{median(ordered):.2f} ({ordered[0]:.2f} to {ordered[-1]:.2f})"


def report(bot: Subject, bare: dict[str, Figures]) -> None:
    """Prints the figures of a bot, compared with those of the bare bot."""
    figures = bot.figures
    layout, commit, twice = (bare[kind].cpu for kind in KINDS)
    decision, fast, bare_fast = figures["decision"], figures["decision, fast"], bare["layout, fast"]
    more_requests = decision.requests_each - 1
    equal = [once + more_requests * (second - once) for once, second in zip(commit, twice, strict=True)]
    for what, clicks, others in (
        ("decision ÷ layout with commit at equal requests", decision, equal),
        ("decision ÷ layout with commit", decision, commit),
        ("hand ÷ layout", figures["hand"], layout),
        ("refusal ÷ layout", figures["refusal"], layout),
    ):
        say(f"{bot.name}: {what}: {spread(a / b for a, b in zip(clicks.cpu, others, strict=True))}")
    p99, bare_p99 = fast.milliseconds(0.99), bare_fast.milliseconds(0.99)
    say(f"{bot.name}: p99 at {FAST:.0f}/s ÷ layout: {p99 / bare_p99:.2f} ({p99:.1f} ms ÷ {bare_p99:.1f} ms)")


async def main(trees: Sequence[Path], rounds: int) -> None:
    """Measures and prints."""
    async with AsyncExitStack() as stack:
        bots = await asyncio.gather(
            *(stack.enter_async_context(subject(str(tree), "bot", tree=tree, until=DRAWN)) for tree in trees)
        )
        command = ("tests.benchmarks.bare_bot", "{api}", "{gateway}", "{database}")
        bare = await stack.enter_async_context(subject("bare bot", *command))
        begun = [await begin(bot) for bot in bots]
        for number in range(rounds):
            for clicks in begun if number % 2 else begun[::-1]:
                await clicks.measure()
            await measure_bare_bot(bare)
        for bot in bots:
            await measure_ai_seats(bot)
        for each in (bare, *bots):
            for what, figures in each.figures.items():
                say(f"{each.name}: {what}: {figures}")
        for bot in bots:
            report(bot, bare.figures)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("trees", type=Path, nargs="*", default=[ROOT])
    arguments = parser.parse_args()
    asyncio.run(main([tree.resolve() for tree in arguments.trees], arguments.rounds))
