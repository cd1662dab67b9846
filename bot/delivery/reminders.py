"""Reminders: one short ping for those who keep a table waiting, taken away once they have answered."""

import aiohttp
import discord

from bot.render.words import words
from bot.runtime.background import BackgroundTasks
from bot.store import SaveFailed
from bot.tables.service import Tables
from bot.tables.session import TableSession


class Reminders:
    """The reminders that stand, one a table at most: the question it is about, and its message."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables
        self._background = BackgroundTasks()
        self._standing: dict[int, tuple[int, discord.PartialMessage | None]] = {}

    def remind(self, table: TableSession) -> None:
        """Pings the members that the table waits for in the middle of a turn; a new turn's card has done so."""
        if table.game is None or table.game.ask is None or table.game.ask.prompt == "act":
            return
        members = [seat for seat in table.owing() if not table.played_by_ai(seat)]
        if members and table.id not in self._standing:
            self._standing[table.id] = (table.game.question, None)
            self._background.run(self._post(table, members))

    def settle(self, table: TableSession) -> None:
        """Takes the reminder away if its question is answered."""
        standing = self._standing.get(table.id)
        if standing is not None and standing[1] is not None and not _open(table, standing[0]):
            del self._standing[table.id]
            self._background.run(_delete(standing[1]))

    async def close(self) -> None:
        """Ends what is under way."""
        await self._background.close()

    async def _post(self, table: TableSession, members: list[int]) -> None:
        question = self._standing[table.id][0]
        w = words(table.locale)
        users = [user for seat in members if (user := table.seats[seat].user_id) is not None]
        text = w(
            "card-reminder",
            who=w.join([f"<@{user}>" for user in users]),
            when=w("soon", at=str(int(table.deadline or 0))),
        )
        channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        try:
            pinged = [discord.Object(user) for user in users if (await self._tables.store.players.get(user)).ping]
            sent = await channel.send(text, allowed_mentions=discord.AllowedMentions(users=pinged))
        except (discord.HTTPException, aiohttp.ClientError, OSError, SaveFailed):
            del self._standing[table.id]
            return
        self._standing[table.id] = (question, channel.get_partial_message(sent.id))
        self.settle(table)


def _open(table: TableSession, question: int) -> bool:
    return (
        table.game is not None
        and table.game.question == question
        and any(not table.played_by_ai(seat) for seat in table.owing())
    )


async def _delete(message: discord.PartialMessage) -> None:
    try:
        await message.delete()
    except discord.HTTPException:
        return  # it is gone, or the channel is: either way nobody is pinged by it any more
