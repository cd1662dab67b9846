"""Random forged interactions, sent to the bot in the sandbox: each gets a response, and nothing fails."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.clicks.router import OPERATIONS
from sandbox.discord.interactions.interaction import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interaction,
    InteractionOutcome,
)
from sandbox.discord.model import Channel, StoredMessage, User
from sandbox.driver import Sandbox
from sandbox.server import Server
from tests.harness.processes.bot import running

pytestmark = pytest.mark.slow

SENT = 400
AT_ONCE = 40
TEXTS = (
    "", " ", "x", "0", "1", "-1", "²", "\0", "9" * 19, "9" * 4_300, "x" * 61, "x" * 4_000, "@everyone", "<@1>",
    ".", "..", "1.2.3", "g", "c0", "lose.c0", "coup.1", "free..a", "strict.force.x", "pass", "challenge", "1 pass",
    "teams", "a,b", "duke", "honest", "table", "normal", "g54", "\u202e", "{ $given }",
    "'; DROP TABLE games; --", "😀" * 50,
)  # fmt: skip
VALUES: tuple[Any, ...] = (*TEXTS, None, True, 0, -1, 2**63, 2**70, 1.5, [], {}, ["x"])
NUMBERS = (
    "0",
    "1",
    "2",
    "007",
    "9223372036854775807",
    "9223372036854775808",
    "9999999999999999999",
    "9" * 40,
    "-1",
    "",
)
COMMANDS = (
    "new", "join", "leave", "start", "hand", "act", "answer", "table", "log", "rules", "role", "rematch", "resign",
    "dm", "ping", "dance",
)  # fmt: skip
OPTIONS = (
    "ruleset", "options", "seats", "pace", "pool", "action", "target", "recipient", "role", "answer", "topic",
    "switch", "sure", "name", "stakes",
)  # fmt: skip
CONFIG = (
    ("show",),
    ("pace",),
    ("end",),
    *(("pool", name) for name in ("create", "edit", "show", "delete", "default", "x")),
)


class Attack:
    """Sends forged interactions as random members from random channels, and records those without a response."""

    def __init__(self, server: Server, chance: random.Random) -> None:
        self.server = server
        self.chance = chance
        self.unanswered: list[str] = []

    async def send(self, kind: int, data: dict[str, Any], *, source: StoredMessage | None = None) -> None:
        """Delivers one interaction and waits for a response, at most Discord's three seconds."""
        world = self.server.world
        people = [user for user in world.users.values() if not user.bot]
        user: User = self.chance.choice(people)
        reach = [channel for channel in world.channels.values() if channel.recipient in (None, user)]
        places: list[Channel] = [world.channels[source.channel_id]] if source else reach
        answered: asyncio.Future[InteractionOutcome] = asyncio.get_running_loop().create_future()

        def settle(_: Interaction, outcome: InteractionOutcome) -> None:
            if not answered.done():
                answered.set_result(outcome)

        self.server.interactions.begin(kind, user, self.chance.choice(places), data, settle, source=source)
        outcome = await answered
        if not outcome.ok:
            self.unanswered.append(f"{kind} {str(data)[:300]}: {outcome.error}")

    async def anything(self) -> None:
        """Sends one interaction of a random type."""
        await self.chance.choice((self.click, self.form, self.command, self.command))()

    async def click(self) -> None:
        """Clicks a control with a random custom id, on a random message."""
        chance = self.chance
        data: dict[str, Any] = {"id": 1, "custom_id": self._custom_id(), "component_type": chance.choice((2, 3))}
        if chance.random() < 0.5:
            data["values"] = [chance.choice(TEXTS) for _ in range(chance.randint(0, 5))]
        messages = [
            message for channel in self.server.world.channels.values() for message in channel.messages.values()
        ]
        await self.send(COMPONENT, data, source=chance.choice(messages))

    async def form(self) -> None:
        """Submits a form with random fields and values."""
        chance = self.chance
        parts: list[dict[str, Any]] = []
        for name in chance.sample(("ruleset", "options", "pool", "pace", "other"), chance.randint(0, 5)):
            values = [chance.choice(TEXTS) for _ in range(chance.randint(0, 3))]
            inner = {"type": 3, "id": 2, "custom_id": name, "values": values}
            text = {"type": 4, "id": 2, "custom_id": name, "value": chance.choice(TEXTS)}
            parts.append({"type": 18, "id": 1, "component": chance.choice((inner, inner, text))})
        own = chance.choice((f"coup:1:form:{chance.choice(NUMBERS)}:0", self._custom_id()))
        await self.send(MODAL_SUBMIT, {"custom_id": own, "components": parts})

    async def command(self) -> None:
        """Uses a command, or its autocomplete, with options of random names and types."""
        chance = self.chance
        names = chance.sample(OPTIONS, chance.randint(0, 3))
        kind = chance.choice((COMMAND, COMMAND, AUTOCOMPLETE))
        types = (3, 3, 3, 4, 5) if kind == COMMAND else (3, 3, 4)  # Discord does not autocomplete booleans
        inner: list[dict[str, Any]] = [
            {"type": chance.choice(types), "name": name, "value": chance.choice(VALUES)} for name in names
        ]
        if kind == AUTOCOMPLETE and inner:
            inner[-1]["focused"] = True
        elif kind == AUTOCOMPLETE:
            inner.append({"type": 3, "name": "role", "value": "", "focused": True})
        root, path = chance.choice((("coup", (chance.choice(COMMANDS),)), ("coup-config", chance.choice(CONFIG))))
        for depth, part in enumerate(reversed(path)):
            inner = [{"type": 1 if depth == 0 else 2, "name": part, "options": inner}]
        await self.send(kind, {"id": "1", "name": root, "type": 1, "options": inner})

    def _custom_id(self) -> str:
        chance = self.chance
        operation = chance.choice((*OPERATIONS, "dance"))
        arg = chance.choice(TEXTS)[:64]
        text = f"coup:1:{operation}:{chance.choice(NUMBERS)}:{chance.choice(NUMBERS)}"
        return f"{text}:{arg}"[:100] if arg else text[:100]


async def test_every_forged_interaction_gets_a_response_without_an_error(tmp_path: Path) -> None:
    chance = random.Random(16)
    async with Sandbox.start(limits=False) as sandbox, running(sandbox, tmp_path / "hostile.sqlite3") as bot:
        await sandbox.ready("coup")
        ana = await sandbox.member("Ana")
        await ana.slash("coup new", seats=3, pace="slow")
        await ana.click("Start")
        assert sandbox.server is not None
        attack = Attack(sandbox.server, chance)
        for batch in _batches(SENT, AT_ONCE):
            await asyncio.gather(*(attack.anything() for _ in range(batch)))
        await sandbox.double_delivery()
        await asyncio.gather(*(attack.anything() for _ in range(AT_ONCE)))
        assert not attack.unanswered, "\n".join(attack.unanswered)
        assert bot.process.returncode is None
        faults = [line for line in bot.log.split("\n") if "ERROR" in line or "Traceback" in line]
        assert not faults, bot.log


def _batches(total: int, size: int) -> Iterator[int]:
    for start in range(0, total, size):
        yield min(size, total - start)
