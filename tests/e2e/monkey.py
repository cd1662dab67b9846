"""Members who press whatever they see, theirs or not, fresh or stale: they have never heard of the rules."""

import random
from collections import Counter
from collections.abc import Iterator

from sandbox.driver import DrivenMember, DriverError, Message, Reply, Sandbox

_ANSWERS = ("act", "pick", "answer", "sure", "keep", "gift")
"""The operations of custom ids that may decide something."""
_QUITTING = ("leave", "close", "unai", "solo", "start", "set", "rematch", "resign")
_TAKEN = ("Your answer:", "You chose:")
_FRESH = 3  # messages from the newest on
_LATENESS = 0.05  # how often a monkey rummages in all it has ever seen


class Monkey:
    """A member let loose in one channel. `heard` counts what it was told, `taken` its decisions that counted."""

    def __init__(self, member: DrivenMember, channel: str, chance: random.Random) -> None:
        self.member = member
        self.channel = channel
        self.chance = chance
        self.heard: Counter[str] = Counter()
        self.taken = 0
        self.seconds: list[float] = []

    @property
    def over(self) -> bool:
        """Whether the newest card of the channel is the end of a game."""
        messages = self.member.messages(self.channel)
        return bool(messages) and "Rematch" in messages[-1].enabled

    async def slash(self, command: str, **options: str | int) -> Reply:
        """Uses a command in this channel; the member may act in other channels too."""
        self.member.channel = self.channel
        return await self.member.slash(command, **options)

    async def press(self) -> None:
        """Presses one thing. DriverError if the bot did not answer in time."""
        found = list(self._controls())
        if not found:
            return
        message, part = self.chance.choices(found, [_weight(part["custom_id"]) for _, part in found])[0]
        own = part["custom_id"]
        try:
            if part["type"] == 2:
                reply = await self.member.click(message=message, custom_id=own)
            else:
                options = [option["value"] for option in part["options"]]
                count = self.chance.randint(part.get("min_values", 1), part.get("max_values", 1))
                chosen = self.chance.sample(options, count)
                reply = await self.member.select(None, *chosen, message=message, custom_id=own)
        except DriverError as error:
            if "failed" in str(error):
                raise
            self.heard[str(error)] += 1  # the control was gone before the hand was there
        else:
            self._hear(_operation(own), reply)

    def _hear(self, operation: str, reply: Reply) -> None:
        self.seconds.append(reply.seconds)
        message = reply.message
        if message is None:
            return
        first = message.text.split("\n", 1)[0]
        if message.ephemeral:
            self.heard[first] += 1
        if operation in _ANSWERS and (not message.ephemeral or first.startswith(_TAKEN)):
            self.taken += 1

    def _controls(self) -> Iterator[tuple[Message, dict]]:
        place = self.member.channels.get(self.channel)
        seen = [message for message in self.member.seen.values() if message.channel_id == place]
        if self.chance.random() >= _LATENESS:
            fresh = [message for message in seen if not message.ephemeral][-_FRESH:]
            seen = fresh + [message for message in seen if message.ephemeral][-_FRESH:]
        for message in seen:
            for part in message.parts:
                if part["type"] in (2, 3) and "custom_id" in part and not part.get("disabled"):
                    if _operation(part["custom_id"]) not in _QUITTING:
                        yield message, part


async def open_table(
    sandbox: Sandbox, channel: str, names: list[str], *, ai: int = 0, seed: int = 0, **options: str
) -> list[Monkey]:
    """Opens a channel, seats these members and so many AI, starts, and lets the members loose."""
    await sandbox.add_channel(channel)
    monkeys = [
        Monkey(await sandbox.member(name), channel, random.Random(f"{seed} {channel} {name}")) for name in names
    ]
    for monkey in monkeys:
        await monkey.member.until(lambda member=monkey.member: channel in member.channels, what=channel)
    host = await monkeys[0].slash("coup new", seats=1 + ai, **{"pace": "slow"} | options)
    assert host.message is not None
    assert not host.message.ephemeral, host.text
    for monkey in monkeys[1:]:
        await monkey.slash("coup join")
    started = await monkeys[0].slash("coup start")
    assert "started" in started.text, started.text
    return monkeys


def _operation(custom_id: str) -> str:
    return custom_id.split(":")[2]


def _weight(custom_id: str) -> int:
    return 6 if _operation(custom_id) in (*_ANSWERS, "choose") else 1
