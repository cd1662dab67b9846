"""Command sync: registers the slash commands with Discord whenever they have changed.

Once Activities are enabled in the developer portal, Discord registers a command of its own, the entry point, and
refuses every list of commands that omits it. Then the sync reads the entry point and sends it back unchanged.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import discord
from discord.ext import commands
from discord.http import Route

from bot.refusals import OperatorError
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store import SaveFailed, Store

log = logging.getLogger(__name__)

ENTRY_POINT: Final = 4
"""The type of the command that opens the application's Activity, PRIMARY_ENTRY_POINT, which discord.py lacks."""

ENTRY_POINT_OMITTED: Final = 50240
"""Discord's error code for a list of commands that omits the entry point."""

SYNCING: Final = "commands"
"""Name of the lock for syncing commands, and the `meta` key that holds the digest of the commands last synced."""
REFUSED: Final = "commands_refused"
"""The `meta` key that holds why Discord refused the commands; empty or missing if it accepted them."""

_SENT_BACK: Final = (
    *("id", "type", "name", "name_localizations", "description", "description_localizations", "options"),
    *("default_member_permissions", "dm_permission", "contexts", "integration_types", "handler", "nsfw"),
)
"""The fields of a registered command that Discord also accepts in a request."""
_SYNC_SECONDS: Final = 10.0
"""Time limit for Discord's responses. A bot whose commands are not synced still serves the registered ones."""
_RETRY_SECONDS: Final = 900.0


class CommandsRefused(OperatorError):
    """Discord did not register the commands. The text is a sentence for the operator."""

    def __init__(self, error: Exception) -> None:
        reason = " ".join(str(error).split()).rstrip(".") or f"no answer within {_SYNC_SECONDS:.0f} seconds"
        super().__init__(
            f"Discord did not register the slash commands ({reason}): members see those registered before."
        )


class CommandSync:
    """Registers the commands of a bot."""

    def __init__(self, bot: commands.AutoShardedBot, store: Store) -> None:
        self._bot = bot
        self._meta = store.meta
        self._exclusive = store.database.exclusive

    async def sync_changed(self) -> bool:
        """Registers the commands if they have changed since they were registered.

        Returns False, and logs why, if Discord refuses that. Raises SaveFailed.
        """
        try:
            async with self._exclusive(SYNCING):
                await self._sync_everywhere(always=False)
        except CommandsRefused as refusal:
            log.warning("%s The next try is in %.0f minutes, or at the next start", refusal, _RETRY_SECONDS / 60)
            return False
        return True

    async def retry(self) -> None:
        """Tries again to register the commands every _RETRY_SECONDS, until Discord accepts them."""
        synced = False
        while not synced:
            await asyncio.sleep(_RETRY_SECONDS)  # no event tells that Discord would accept them now
            try:
                synced = await self.sync_changed()
            except SaveFailed as error:
                log.warning("The slash commands were not synced: %s", error)

    async def sync(self, guild_id: int | None) -> int:
        """Registers the commands, everywhere or for one guild, and returns how many there are.

        Raises CommandsRefused or SaveFailed.
        """
        async with self._exclusive(SYNCING):
            if guild_id is None:
                return await self._sync_everywhere(always=True)
            ours = await self._commands()
            try:
                async with asyncio.timeout(_SYNC_SECONDS):
                    await self._bot.http.bulk_upsert_guild_commands(self._application_id, guild_id, ours)
            except REQUEST_ERRORS as error:
                raise CommandsRefused(error) from error
            return len(ours)

    async def _sync_everywhere(self, *, always: bool) -> int:
        """Registers the global commands if they have changed or `always` is set.

        Returns the number of commands.
        """
        ours = await self._commands()
        digest = hashlib.sha256(json.dumps([self._application_id, *ours], sort_keys=True).encode()).hexdigest()
        synced = await self._meta.get(SYNCING), await self._meta.get(REFUSED) or ""
        if synced == (digest, "") and not always:
            return len(ours)
        try:
            async with asyncio.timeout(_SYNC_SECONDS):
                await self._register(ours)
        except REQUEST_ERRORS as error:
            refusal = CommandsRefused(error)
            await self._meta.put(REFUSED, str(refusal))
            raise refusal from error
        await self._meta.put(SYNCING, digest)
        await self._meta.put(REFUSED, "")
        log.info("%s commands were synced", len(ours))
        return len(ours)

    async def _register(self, ours: list[dict[str, Any]]) -> None:
        """Registers the global commands, and leaves the entry point as it is. Raises one of `REQUEST_ERRORS`."""
        register = partial(self._bot.http.bulk_upsert_global_commands, self._application_id)
        try:
            await register(ours)
        except discord.HTTPException as error:
            if error.code != ENTRY_POINT_OMITTED:
                raise
            await register(ours + await self._entry_points())

    async def _commands(self) -> list[dict[str, Any]]:
        """Returns the commands in all languages, in the form that Discord accepts."""
        tree = self._bot.tree
        ours = sorted(tree.get_commands(), key=lambda command: command.name)
        if tree.translator is None:
            return [command.to_dict(tree) for command in ours]
        return [await command.get_translated_payload(tree, tree.translator) for command in ours]

    async def _entry_points(self) -> list[dict[str, Any]]:
        """Returns the registered entry point in a list. Raises one of `REQUEST_ERRORS`."""
        route = Route("GET", "/applications/{application_id}/commands", application_id=self._application_id)
        # Without this parameter Discord omits the names in other languages; sending the command back deletes them.
        registered = await self._bot.http.request(route, params={"with_localizations": "true"})
        return [_sent_back(command) for command in registered or () if command["type"] == ENTRY_POINT]

    @property
    def _application_id(self) -> int:
        return self._bot.application_id or 0  # known once the bot has logged in


def _sent_back(command: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a registered command in the form of a request that would not change it."""
    # Discord's answer has empty lists, which it does not accept, and permissions as text instead of a number.
    form = {field: command[field] for field in _SENT_BACK if command.get(field, []) != []}
    permissions = form.get("default_member_permissions")
    if permissions is not None:
        form["default_member_permissions"] = int(permissions)
    return form
