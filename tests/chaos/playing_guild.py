"""One server whose members play one game after another."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Final

from sandbox.driver import DriverError, Sandbox
from tests.harness.members.monkeys import Monkey, open_table

PAUSE: Final = 0.15
"""Seconds between two clicks at a table."""
SETTLED: Final = 20.0
"""Seconds after the last fault within which every channel must have exactly one live message."""
STYLES: Final = ("live", "chronicle", "thread")
EDITIONS: Final[Mapping[str, tuple[int, int, dict[str, str]]]] = {  # members, AI seats, settings
    "classic": (3, 0, {}),
    "mcguire": (2, 1, {"ruleset": "mcguire"}),
    "beginners": (2, 1, {"pool": "beginners"}),
    "teams": (4, 0, {"options": "teams"}),  # with standing orders, because there are four members
    "short": (3, 0, {"ruleset": "short"}),
    "inquisitor": (2, 1, {"options": "inquisitor examine=owner"}),
}


class PlayingGuild:
    """A server with one game at a time. When a game is over, the next one begins in a new channel."""

    def __init__(self, sandbox: Sandbox, guild: str, edition: str, style: str) -> None:
        self.guild = guild
        self.edition = edition
        self.style = style
        self.past: list[Monkey] = []
        self.monkeys: list[Monkey] = []
        self.clicks = 0
        self._decided = asyncio.Event()
        self._pressed_at = 0.0  # the time of the last accepted decision
        self._sandbox = sandbox
        self._channels = (f"{edition}-{number}" for number in count())

    async def open(self) -> None:
        """Starts a game in a new channel; retries until it succeeds."""
        seats, ai, options = EDITIONS[self.edition]
        names = [f"{name} of {self.guild}" for name in ("Ana", "Ben", "Cleo", "Dov")[:seats]]
        while True:
            with suppress(DriverError, AssertionError):
                opened = await open_table(
                    self._sandbox,
                    next(self._channels),
                    names,
                    options | {"style": self.style},
                    ai=ai,
                    guild=self.guild,
                )
                self.past += self.monkeys
                self.monkeys = opened
                return

    async def play(self) -> None:
        """Plays until it is cancelled."""
        loop = asyncio.get_running_loop()
        for turn in count():
            if self.monkeys[0].over:
                await self.open()
            pressed_at = loop.time()
            with suppress(DriverError, TimeoutError):
                self.clicks += 1
                monkey = self.monkeys[turn % len(self.monkeys)]
                decisions = monkey.taken
                await monkey.click()
                if monkey.taken > decisions:
                    self._pressed_at = pressed_at
                    self._decided.set()
            await asyncio.sleep(PAUSE)  # how fast members click

    async def decided_since(self, moment: float) -> None:
        """Waits until a decision made after this moment of the event loop's clock has been accepted."""
        while self._pressed_at <= moment:
            self._decided.clear()
            await self._decided.wait()

    async def settled(self) -> int:
        """Waits for a limited time until the channel has one live message; returns how many it has."""
        with suppress(TimeoutError):
            await self.monkeys[0].member.until(lambda: self.live_messages() == 1, timeout=SETTLED)
        return self.live_messages()

    def live_messages(self) -> int:
        """Counts the live messages: public ones with controls, in the channel and threads of the running game.

        The lobby's message of a game that is over in a thread does not count: it ends with controls too.
        """
        monkey = self.monkeys[0]
        home, places = monkey.member.channels[monkey.channel], monkey.places
        if monkey.over and len(places) > 1:
            places = places - {home}
        return sum(
            not message.ephemeral and bool(message.enabled or message.selects)
            for message in monkey.member.seen.values()
            if message.channel_id in places
        )
