"""A gateway session, which outlives its connections."""

import secrets
from collections import deque
from dataclasses import dataclass, field

from sandbox.discord.snowflakes import shard_of
from sandbox.queued_socket import QueuedSocket

GUILDS = 1 << 0
"""The only intent that the sandbox acts on."""
MAX_REPLAYED_EVENTS = 2_000
"""How many of its latest events a session keeps, to send again after a resume."""


@dataclass
class Session:
    """A bot's session on one shard: the events sent on it, kept so that it can be resumed."""

    shard: tuple[int, int]
    intents: int
    token: str
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MAX_REPLAYED_EVENTS))
    connection: QueuedSocket | None = None

    def dispatch(self, event: str, data: str) -> None:
        """Sends an event, whose data is JSON text; a session without a connection gets it when it is resumed."""
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self.sent.append((self.sequence, text))
        if self.connection:
            self.connection.send(text)

    def covers(self, guild_id: int | None) -> bool:
        """Whether events of a guild, or of direct channels (None), belong to this shard."""
        return shard_of(guild_id or 0, self.shard[1]) == self.shard[0]
