"""`python -m tests.benchmarks.clicks [--rounds N] [tree ...]`: what clicks cost the bot, compared with a bare bot.

Members decide, look at their hands and click what is refused, at a fixed rate and at random moments. The CPU time
of a click is that of the bot's process and its children, divided by the number of clicks. At the end AI seats play
alone. In each round the bots take turns: the bot of each `tree`, which is a checkout of the project (by default
this one), and the bare bot of `bare_bot`. Members and sandboxes are other processes and do not count.

"At equal requests" compares with a bare bot that commits and makes as many requests as a decision does.
"""

import argparse
import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path

from sandbox.driver import DrivenMember
from tests.benchmarks.bare_bot import KINDS
from tests.benchmarks.click_rate import Metronome, QuickPlayer, begin_games, play_on, say
from tests.benchmarks.subjects import Click, Figures, Subject, clicking, subject
from tests.harness.members.players import HumanPlayer
from tests.harness.processes.forked_process import ROOT

ROUNDS = 3
SECONDS = 10.0
"""Length of each measurement."""
RATE, FAST = 36.0, 50.0
"""Clicks a second. FAST is the rate at which the times to the acknowledgement are measured."""
TABLES, SEATS = 24, 5
WARM_SECONDS = 4.0
"""Seconds before decisions are measured: at first the bot posts messages again, for members who may be away."""
DRAWN = "emojis were uploaded"
"""The line of the log after which the bot draws nothing more for its start."""
AI_TABLES, AI_SECONDS = 12, 20.0


def decisions(database: Path) -> int:
    """Returns the number of decisions in a database."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT count(*) FROM decisions").fetchone()[0]


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


async def measure_bot(bot: Subject, round_number: int) -> None:
    """Measures one round of a bot of the project."""
    name = f"Round {round_number} server"
    tables = await begin_games(bot.sandbox, TABLES, name, SEATS, kind=QuickPlayer)
    await deciding(tables, FAST, WARM_SECONDS)
    await bot.measure("decision", deciding(tables, RATE))
    await bot.measure("decision, fast", deciding(tables, FAST))
    hands = [on("My hand", player.member) for table in tables for player in table]
    await bot.measure("first look at a hand", looking(hands))
    await bot.measure("hand", clicking(hands, RATE, SECONDS))
    guilds = [f"{name} {table}" for table in range(TABLES)]
    onlookers = [await bot.sandbox.member(f"Onlooker of {guild}", guild=guild) for guild in guilds]
    refused = [on("My hand", onlooker) for onlooker in onlookers]
    await bot.measure("refusal", clicking(refused, RATE, SECONDS))
    await begin_among_ai_seats(bot, round_number)
    await bot.measure("AI's decision", ai_seats_playing(bot), settle_seconds=0)


async def begin_among_ai_seats(bot: Subject, round_number: int) -> None:
    """Starts games that AI seats play alone, because the only member resigns."""
    host = await bot.sandbox.first_member()
    for table in range(AI_TABLES):
        channel = f"ai-{round_number}-{table}"
        await bot.sandbox.add_channel(channel)
        await host.until(lambda channel=channel: channel in host.channels, what=channel)
        host.channel = channel
        await host.slash("coup new", seats=SEATS)
        await host.slash("coup start")
        await host.slash("coup resign", sure=True)


async def ai_seats_playing(bot: Subject) -> list[float]:
    """Waits while AI seats play. Returns a time of 0 for each of their decisions."""
    before = decisions(bot.database)
    await asyncio.sleep(AI_SECONDS)
    return [0.0] * (decisions(bot.database) - before)


async def measure_bare_bot(bare: Subject) -> None:
    """Measures one round of the bare bot."""
    member = await bare.sandbox.first_member()
    for kind in KINDS:
        await member.slash("ping", kind=kind)
        clicks = [on("Ping", member) for _ in range(TABLES)]
        await bare.measure(kind, clicking(clicks, RATE, SECONDS))
        if kind == "layout":
            await bare.measure("layout, fast", clicking(clicks, FAST, SECONDS))


def report(bot: Subject, bare: dict[str, Figures]) -> None:
    """Prints the figures of a bot, compared with those of the bare bot."""
    figures = bot.figures
    layout, commit, twice = (bare[kind].microseconds for kind in KINDS)
    decision, fast = figures["decision"], figures["decision, fast"]
    equal = commit + (decision.requests_each - 1) * (twice - commit)
    bare_p99 = bare["layout, fast"].milliseconds(0.99)
    say(
        f"{bot.name}: decision ÷ layout with commit at equal requests {decision.microseconds / equal:.2f} "
        f"(÷ one request {decision.microseconds / commit:.2f}), "
        f"hand ÷ layout {figures['hand'].microseconds / layout:.2f}, "
        f"refusal ÷ layout {figures['refusal'].microseconds / layout:.2f}, "
        f"p99 at {FAST:.0f}/s {fast.milliseconds(0.99):.1f} ms ÷ {bare_p99:.1f} ms = "
        f"{fast.milliseconds(0.99) / bare_p99:.2f}"
    )


async def main(trees: Sequence[Path], rounds: int) -> None:
    """Measures and prints."""
    async with AsyncExitStack() as stack:
        bots = await asyncio.gather(
            *(stack.enter_async_context(subject(str(tree), "bot", tree=tree, until=DRAWN)) for tree in trees)
        )
        command = ("tests.benchmarks.bare_bot", "{api}", "{gateway}", "{database}")
        bare = await stack.enter_async_context(subject("bare bot", *command))
        for number in range(rounds):
            for bot in bots:
                await measure_bot(bot, number)
            await measure_bare_bot(bare)
            say(f"after round {number + 1} of {rounds}:")
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
