"""Members who click any control that they see, their own or another's, current or outdated, without knowing the
rules.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from sandbox.driver import DrivenMember, DriverError, Message, Reply, Sandbox

_ANSWERS = ("act", "pick", "answer", "allow", "sure", "keep", "gift")
"""The operations, named in custom ids, that may make a decision."""
_ORDERS = ("allow", "order")
"""The operations that may give a standing order."""
_QUITTING = ("leave", "close", "unai", "solo", "start", "set", "rematch", "resign")
_TAKEN = "You chose:"
_UNKNOWN = "may have worked or not"
MOST_CLICKS = 6000
"""Clicks after which a game must be over."""
_FRESH = 3  # how many of the newest messages
_LATENESS = 0.05  # the probability that a monkey uses a control of any message it has ever seen


class Monkey:
    """A member that clicks at random in one channel.

    `heard` counts the texts of the responses. Four attributes hold custom ids: `clicked` those of all clicks,
    `accepted` those of clicks that were accepted as decisions, `unanswered` those without a response, and
    `unknown` those of clicks whose outcome the bot did not know. `ordered` are the games in which the member may
    have given a standing order.
    """

    def __init__(self, member: DrivenMember, channel: str, chance: random.Random) -> None:
        self.member = member
        self.channel = channel
        self.chance = chance
        self.heard: Counter[str] = Counter()
        self.accepted: list[str] = []
        self.unanswered: list[str] = []
        self.unknown: list[str] = []
        self.clicked: set[str] = set()
        self.ordered: set[int] = set()

    @property
    def taken(self) -> int:
        """The number of clicks that were accepted as decisions."""
        return len(self.accepted)

    @property
    def over(self) -> bool:
        """Whether the channel's newest table message shows the end of a game."""
        newest = next((card for card in self._seen() if card.layout and not card.ephemeral), None)
        return newest is not None and "Rematch" in newest.enabled

    async def slash(self, command: str, **options: str | int) -> Reply:
        """Uses a command in this channel; the member may act in other channels too."""
        self.member.channel = self.channel
        return await self.member.slash(command, **options)

    async def click(self) -> None:
        """Clicks one control, once there is one. Raises DriverError if the bot did not respond in time."""
        all_ever = self.chance.random() < _LATENESS
        found = await self.member.until(lambda: list(self._controls(all_ever)), what="a control")
        message, part = self.chance.choices(found, [self._appeal(part["custom_id"]) for _, part in found])[0]
        own = part["custom_id"]
        self.clicked.add(own)
        if _operation(own) in _ORDERS:
            self.ordered.add(int(own.split(":")[3]))
        try:
            if part["type"] == 2:
                reply = await self.member.click(message=message, custom_id=own)
            else:
                options = [option["value"] for option in part["options"]]
                count = self.chance.randint(part.get("min_values", 1), part.get("max_values", 1))
                chosen = self.chance.sample(options, count)
                reply = await self.member.select(None, *chosen, message=message, custom_id=own)
        except asyncio.CancelledError:
            self.unanswered.append(own)
            raise
        except DriverError as error:
            if "failed" in str(error):
                self.unanswered.append(own)
                raise
            self.heard[str(error)] += 1  # the control was removed before the click
        else:
            self._hear(own, reply)

    def _hear(self, custom_id: str, reply: Reply) -> None:
        message = reply.message
        if message is None:  # in the quiet time of a window, a click is acknowledged and shows nothing
            if _operation(custom_id) in _ANSWERS:
                self.accepted.append(custom_id)
            return
        first = message.text.split("\n", 1)[0]
        if message.ephemeral:
            self.heard[first] += 1
            if _UNKNOWN in first:
                self.unknown.append(custom_id)
        if _operation(custom_id) in _ANSWERS and (not message.ephemeral or first.startswith(_TAKEN)):
            self.accepted.append(custom_id)

    def _appeal(self, custom_id: str) -> int:
        """The weight of a control: highest for new controls that may decide something."""
        if custom_id not in self.clicked and _operation(custom_id) in (*_ANSWERS, "choose"):
            return 12
        return 4 if _operation(custom_id) in _ORDERS else 1

    @property
    def places(self) -> set[str | None]:
        """The ids of this channel and of its threads."""
        home = self.member.channels.get(self.channel)
        return {home, *(own for own, thread in self.member.threads.items() if thread["parent_id"] == home)}

    def _seen(self) -> Iterator[Message]:
        """The messages that the member sees in this channel and its threads, newest first."""
        places = self.places
        return (message for message in reversed(self.member.seen.values()) if message.channel_id in places)

    def _controls(self, all_ever: bool) -> Iterator[tuple[Message, dict[str, Any]]]:
        most = None if all_ever else _FRESH
        cards = islice((message for message in self._seen() if not message.ephemeral), most)
        panels = islice((message for message in self._seen() if message.ephemeral and message.layout), most)
        for message in chain(cards, panels):
            for part in message.parts:
                if part["type"] not in (2, 3) or "custom_id" not in part or part.get("disabled"):
                    continue
                if _operation(part["custom_id"]) not in _QUITTING:
                    yield message, part


async def open_table(
    sandbox: Sandbox,
    channel: str,
    names: Sequence[str],
    options: Mapping[str, str] | None = None,
    *,
    ai: int = 0,
    guild: str | None = None,
) -> list[Monkey]:
    """Creates a channel, opens a table there for these members and AI seats, and starts its game."""
    await sandbox.add_channel(channel, guild=guild)
    members = [await sandbox.member(name, guild=guild) for name in names]
    monkeys = [Monkey(member, channel, random.Random(f"{channel} {member.name}")) for member in members]
    for monkey in monkeys:
        await monkey.member.until(lambda member=monkey.member: channel in member.channels, what=channel)
    host = await monkeys[0].slash("coup new", seats=1 + ai, pace="slow", **(options or {}))
    assert host.message is not None
    assert not host.message.ephemeral, host.text
    for monkey in monkeys[1:]:
        await monkey.slash("coup join")
    started = await monkeys[0].slash("coup start")
    assert "started" in started.text, started.text
    return monkeys


async def play_out(monkeys: Sequence[Monkey]) -> None:
    """Lets the monkeys of a table click in turn until their game is over."""
    for turn in range(MOST_CLICKS):
        if monkeys[0].over:
            return
        await monkeys[turn % len(monkeys)].click()
    raise AssertionError(
        f"{monkeys[0].channel} did not end: {monkeys[0].member.messages(monkeys[0].channel)[-1].text}"
    )


def _operation(custom_id: str) -> str:
    return custom_id.split(":")[2]
