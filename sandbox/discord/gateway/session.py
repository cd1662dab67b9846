"""Gateway sessions, which outlive their sockets."""

import secrets
from collections import deque
from dataclasses import dataclass, field

from sandbox.connection import Connection
from sandbox.discord.snowflakes import shard_of

REPLAYED = 2_000
"""The most events that a session keeps for a resume."""


@dataclass
class Session:
    """A bot's session on one shard: the events sent on it, kept so that it can be resumed."""

    shard: tuple[int, int]
    intents: int
    token: str
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED))
    connection: Connection | None = None

    def dispatch(self, event: str, data: str) -> None:
        """Sends an event, whose data is JSON text, now or when the session is resumed."""
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self.sent.append((self.sequence, text))
        if self.connection:
            self.connection.send(text)

    def covers(self, guild_id: int | None) -> bool:
        """Whether events of a guild, or of direct channels (None), belong to this shard."""
        return shard_of(guild_id or 0, self.shard[1]) == self.shard[0]
