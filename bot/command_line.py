"""The commands of `python -m bot`: without one it runs the bot."""

import argparse
import asyncio
import logging
import sys
from pathlib import Path

import discord

from bot import __version__
from bot.client import CoupBot, set_base_urls
from bot.cluster import only_process
from bot.doctor.examination import examine
from bot.emojis import FAILURES
from bot.gateway.reachability import ask_rest
from bot.ops import logs
from bot.privacy.deletion import delete_again
from bot.privacy.ledger import Ledger
from bot.refusals import OperatorError
from bot.runtime import interpreter
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.serve import serve
from bot.settings import Settings, load
from bot.store import SaveFailed, Store
from bot.store.address import Address, parse
from bot.store.backup import backup, restore
from bot.store.database_copy import copy_database
from bot.store.rebuild import rebuild_statistics
from bot.tables.games import statistics_of


def run() -> int:
    """Runs the command named by the process's arguments.

    Returns 0, or 1 after a failure, with a sentence on standard error.
    """
    arguments = _parser().parse_args()
    try:
        settings = load()
        logs.configure(settings.log_level, settings.log_format)
        if arguments.does == "backup":
            backup(settings.coup_database, arguments.file)
            print(f"{settings.coup_database} was copied to {arguments.file}.")
        elif arguments.does == "restore":
            _restore(settings.coup_database, arguments.file, settings.deletions_file)
        elif arguments.does == "copy-database":
            counts = copy_database(_address(arguments.source), _address(arguments.target))
            print(f"Copied: {', '.join(f'{name} {count}' for name, count in counts.items())}.")
        elif arguments.does == "rebuild-stats":
            rebuilt = rebuild_statistics(settings.coup_database, statistics_of)
            print(f"Games counted: {rebuilt.games}; not replayed: {rebuilt.not_replayed}.")
        elif arguments.does == "doctor":
            return asyncio.run(_doctor(settings))
        elif arguments.does == "sync":
            asyncio.run(_sync(settings, _token(settings), arguments.guild))
        else:
            token = _token(settings)
            interpreter.tune()
            with asyncio.Runner(loop_factory=interpreter.loop_factory()) as runner:
                runner.run(serve(settings, token))
    except (OperatorError, SaveFailed) as error:
        print(error, file=sys.stderr)
        return 1
    except discord.LoginFailure:
        print("Discord does not accept DISCORD_TOKEN: copy it anew from the developer portal.", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Coup for Discord: without a command, runs the bot."
    )
    parser.add_argument("--version", action="version", version=f"Coup for Discord {__version__}")
    does = parser.add_subparsers(dest="does")
    sync = does.add_parser("sync", help="tell Discord the slash commands, and upload missing emojis, now")
    sync.add_argument("--guild", type=int, metavar="ID", help="for this server only, where they appear at once")
    does.add_parser("doctor", help="look at token, permissions and database, and say how to mend them")
    copy = does.add_parser("backup", help="copy the database into a file, also while the bot runs")
    copy.add_argument("file", type=Path, metavar="FILE", help="the new file")
    back = does.add_parser("restore", help="put a backup in the database's place, while no bot runs")
    back.add_argument("file", type=Path, metavar="FILE", help="a file that `backup` or COUP_BACKUPS has written")
    move = does.add_parser("copy-database", help="copy a database into an empty one, e.g. to move to PostgreSQL")
    for name, metavar in (("source", "FROM"), ("target", "TO")):
        move.add_argument(name, metavar=metavar, help="a file, or postgresql://user:password@host:port/database")
    does.add_parser("rebuild-stats", help="compute statistics and ratings again, from all finished games")
    return parser


def _address(text: str) -> Address:
    try:
        return parse(text)
    except ValueError as error:  # the error does not repeat the text, which may contain a password
        raise OperatorError(f"One of the databases cannot be used: {error}.") from None


def _token(settings: Settings) -> str:
    if settings.discord_token is None:
        raise OperatorError(
            "The setting DISCORD_TOKEN is missing: copy the bot's token from the developer portal to .env, "
            "or type `make run` to try the bot without Discord."
        )
    return settings.discord_token.get_secret_value()


def _restore(database: Address, copy: Path, deletions_file: Path) -> None:
    if not isinstance(database, Path):
        raise OperatorError(
            f"{database} is a PostgreSQL database: create an empty one, run "
            f"`python -m bot copy-database {copy} postgresql://…`, and let COUP_DATABASE name that."
        )
    deleted = 0

    def delete(restored: Path) -> None:
        nonlocal deleted
        deleted = asyncio.run(_delete_again(restored, deletions_file))

    with only_process(database):
        kept = restore(copy, database, delete)
    if deleted:
        print(f"Members whose data was deleted since the backup, and is deleted again: {deleted}.")
    print(f"{database} is the backup {copy} now{f'; what it was before is kept as {kept}' if kept else ''}.")


async def _delete_again(database: Path, deletions_file: Path) -> int:
    """Deletes from a restored database what was deleted since the backup; returns the number of members."""
    async with await Store.open(database) as store:
        return await delete_again(store, Ledger(store, deletions_file))


class _Syncer(CoupBot):
    """A client with the commands but without tables, because another process may be running the tables."""

    async def setup_hook(self) -> None:
        """Loads the cogs only."""
        await self.load_cogs()


async def _sync(settings: Settings, token: str, guild_id: int | None) -> None:
    set_base_urls(settings)
    async with await Store.open(settings.coup_database) as store, _Syncer(settings, store) as bot:
        try:
            await ask_rest()  # `login` would wait five minutes for a Discord that does not answer
            await bot.login(token)
        except REQUEST_ERRORS as error:
            raise OperatorError(
                f"Discord cannot be reached ({str(error) or 'no answer'}): check the network, then try again."
            ) from error
        print(f"{await bot.command_sync.sync(guild_id)} commands were synced.")
        if settings.coup_pictures:
            await _sync_emojis(bot)


async def _sync_emojis(bot: CoupBot) -> None:
    try:
        changes = await bot.app_emojis.sync()
    except FAILURES as error:
        raise OperatorError(f"The emojis could not be synced ({error}): try again later.") from error
    if changes.missing:
        raise OperatorError(f"{changes.missing} emojis are missing: the log above says why. Try again later.")
    print(f"{changes.uploaded} emojis were uploaded, {changes.deleted} old ones deleted.")


async def _doctor(settings: Settings) -> int:
    logging.getLogger("discord").setLevel(logging.ERROR)
    is_well = True
    async for finding in examine(settings):
        is_well = is_well and finding.is_well
        print(f"{'ok ' if finding.is_well else 'BAD'} {finding.about}: {finding.sentence}")
    return 0 if is_well else 1
