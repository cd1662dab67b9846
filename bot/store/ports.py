"""Protocols of the repositories: what the rest of the bot may use of the store, whichever engine it has.

Every method raises SaveFailed where the database cannot be used; nothing was changed then, except perhaps where it
is CommitUnknown.
"""

from typing import Protocol

from bot.store.repositories.agenda import DueTable
from bot.store.repositories.audit import Entry
from bot.store.repositories.fences import Fence
from bot.store.repositories.guilds import GuildSettings
from bot.store.repositories.players import Player
from bot.store.rows import Decision, DirectMessage, GameRow, Result, Step


class MetaRepository(Protocol):
    """Single values that the bot stores about itself, by key."""

    async def get(self, key: str) -> str | None:
        """Returns the value of a key, None if there is none."""
        ...

    async def put(self, key: str, value: str) -> None:
        """Stores a value."""
        ...


class GuildRepository(Protocol):
    """Settings and pools by server. Names of pools ignore case."""

    async def settings(self, guild_id: int) -> GuildSettings:
        """Returns a server's settings, the defaults if it never changed any."""
        ...

    async def change(self, guild_id: int, **changes: str | bool | None) -> GuildSettings:
        """Changes some of a server's settings and returns them all."""
        ...

    async def mark_welcomed(self, guild_id: int, *, welcomed: bool) -> bool:
        """Notes whether a server has been greeted; returns False where that was noted before."""
        ...

    async def pools(self, guild_id: int) -> dict[str, tuple[str, ...]]:
        """Returns a server's pools: role ids by the pool's name, in alphabetical order."""
        ...

    async def save_pool(self, guild_id: int, name: str, roles: tuple[str, ...]) -> None:
        """Adds a pool, or replaces the one of that name. Raises TooManyPools."""
        ...

    async def delete_pool(self, guild_id: int, name: str) -> bool:
        """Deletes a pool, also as the server's default; False if there was none of that name."""
        ...


class GameRepository(Protocol):
    """Games by id. A write with a fence raises FenceLost if it is no longer its owner's current one."""

    async def add(self, row: GameRow, *, fence: Fence | None = None) -> int:
        """Adds a new game and returns its id. Raises ChannelTaken."""
        ...

    async def save(self, row: GameRow, *, fence: Fence | None = None) -> None:
        """Saves a game except for its decisions and the ids of its messages. Raises StaleWrite."""
        ...

    async def take(self, step: Step, *, fence: Fence | None = None) -> None:
        """Saves decisions, what they open and, at the end, the result. Raises StaleWrite."""
        ...

    async def intend_card(self, game_id: int, stage: str, *, fence: Fence | None = None) -> None:
        """Records that the card of a stage is about to be posted."""
        ...

    async def remember_card(self, game_id: int, message_id: int, card: str, *, fence: Fence | None = None) -> None:
        """Records which message is a game's live card, and its stage; clears the intent."""
        ...

    async def enter_thread(
        self, game_id: int, thread_id: int, home_id: int, *, fence: Fence | None = None
    ) -> None:
        """Records that a game goes on in a thread, and the channel that its lobby is in."""
        ...

    async def remember_reminder(self, game_id: int, message_id: int | None, *, fence: Fence | None = None) -> None:
        """Records which message is the reminder in a game's channel, None if there is none."""
        ...

    async def set_aside(self, game_id: int, *, fence: Fence | None = None) -> None:
        """Marks a game that cannot be restored; its rows are kept."""
        ...

    async def set_due(self, game_id: int, due: float | None, *, fence: Fence | None = None) -> None:
        """Records when something next happens at a table by itself, if no change of it has done so."""
        ...

    async def live_at(self, channel_id: int) -> int | None:
        """Returns the id of a channel's live table, None if it has none."""
        ...

    async def live_from(self, channel_id: int) -> list[int]:
        """Returns the ids of the live tables of a channel whose games are played in threads."""
        ...

    async def get(self, game_id: int) -> GameRow | None:
        """Returns a game by its id, None if there is none."""
        ...

    async def decisions(self, game_id: int) -> list[Decision]:
        """Returns a game's decisions, oldest first."""
        ...

    async def result(self, game_id: int) -> Result | None:
        """Returns how a game ended, None if it has no result."""
        ...

    async def last_over(
        self, channel_id: int, ruleset: str | None = None
    ) -> tuple[GameRow, tuple[int, ...]] | None:
        """Returns a channel's last finished game (of a ruleset) and its winning seats, None if there is none."""
        ...

    async def last_played(self, channel_id: int) -> int | None:
        """Returns the id of the last game of a channel or its threads that was won or ended, None if none was."""
        ...

    async def lesson_of(self, host_id: int) -> tuple[int, int] | None:
        """Returns the ids of a member's live lesson and of its server, None if the member is in none."""
        ...

    async def last_lesson(self, host_id: int, guild_id: int) -> int | None:
        """Returns the id of the lesson of a member that last ended on a server, None if none has."""
        ...

    async def count_lobbies(self, *, guild_id: int | None = None, host_id: int | None = None) -> int:
        """Returns how many lobbies are open on a server, or by a host on all servers."""
        ...


class AgendaRepository(Protocol):
    """Questions about all tables at once."""

    async def due(self, until: float) -> list[DueTable]:
        """Returns the tables where something happens by itself up to a moment, the earliest first."""
        ...

    async def urgent(self, now: float, soon: float, lately: float) -> list[DueTable]:
        """Returns the tables that a process must look at when it starts, the most urgent first."""
        ...

    async def live_of(self, guild_id: int) -> list[int]:
        """Returns the ids of a server's live tables."""
        ...

    async def live_by_guild(self) -> dict[int, int]:
        """Returns how many tables are live on each server that has any."""
        ...


class PlayerRepository(Protocol):
    """Members' settings by user id."""

    async def get(self, user_id: int) -> Player:
        """Returns a member's settings, the defaults if it never changed any."""
        ...

    async def change(self, user_id: int, **changes: bool) -> Player:
        """Changes some of a member's settings and returns them all."""
        ...


class DirectMessageRepository(Protocol):
    """Questions put to players by direct message. A write with a fence raises FenceLost as those of games do."""

    async def of(self, game_id: int) -> list[DirectMessage]:
        """Returns the direct messages of a game, oldest first."""
        ...

    async def save(self, message: DirectMessage, *, fence: Fence | None = None) -> None:
        """Adds a direct message, or changes the one of its nonce."""
        ...

    async def delete(self, message: DirectMessage, *, fence: Fence | None = None) -> None:
        """Forgets a direct message."""
        ...


class AuditRepository(Protocol):
    """What moderators did, by server."""

    async def add(self, guild_id: int, entry: Entry) -> None:
        """Adds an entry; the same one at the same moment only once."""
        ...

    async def latest(self, guild_id: int, most: int) -> list[Entry]:
        """Returns a server's newest entries, newest first."""
        ...


class FenceRepository(Protocol):
    """The current fence of each owner of games."""

    async def take(self, owner: str) -> Fence:
        """Returns a new fence for an owner; every write with an earlier one is refused from now on."""
        ...

    async def is_current(self, fence: Fence) -> bool:
        """Returns whether its owner has got no other fence since. Raises SaveFailed."""
        ...
