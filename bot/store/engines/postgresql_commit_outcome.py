"""Finds out whether PostgreSQL has committed a transaction whose COMMIT was never answered."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

import psycopg
from psycopg import errors

from bot.store.engines.postgresql_connection import Driver

_BEGIN: Final = "BEGIN; SELECT pg_current_xact_id()::text AS number"
_SERVER: Final = """
    SELECT pg_is_in_recovery() AS replica, concat_ws(' ',
        extract(epoch FROM pg_postmaster_start_time()),
        (SELECT extract(epoch FROM stats_reset) FROM pg_stat_bgwriter)) AS run"""
_STATUS: Final = "SELECT pg_xact_status(%(number)s::xid8) AS status"
_END: Final = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_xid = %(number)s::xid8::xid AND state = 'idle in transaction'"""


@dataclass(frozen=True, slots=True)
class Transaction:
    """A transaction: its number, and the run of the server that gave it the number (see `server_run`)."""

    number: str
    run: str


class Fate(Enum):
    """The outcome of a transaction, as far as it is known."""

    COMMITTED = auto()
    ABORTED = auto()
    UNDECIDED = auto()  # the server has not ended it yet
    UNKNOWN = auto()  # the outcome can no longer be found out


class InDoubt(Exception):
    """The connection was lost after COMMIT was sent. `outcomes` are those of its units if it was committed."""

    def __init__(self, transaction: Transaction, outcomes: list[Any]) -> None:
        super().__init__("The connection to the database was lost while a transaction was being committed.")
        self.transaction = transaction
        self.outcomes = outcomes


def begin(driver: Driver) -> str:
    """Begins a transaction and returns its number, in one round trip. Raises psycopg.Error."""
    cursor = driver.execute(_BEGIN, prepare=False)
    cursor.nextset()
    return cursor.fetchall()[0]["number"]


def server_run(driver: Driver) -> str:
    """Returns a text that identifies the server's run since its last start or crash. Raises psycopg.Error.

    After a crash the server reuses the numbers of transactions of which nothing had reached the disk. If a single
    backend crashes, all backends restart; the start time stays the same then, but the statistics are reset.
    """
    return driver.execute(_SERVER).fetchall()[0]["run"]


def fate(driver: Driver, transaction: Transaction) -> Fate:
    """Asks the server for the outcome of a transaction. Raises psycopg.Error.

    Ends a backend that still waits for the COMMIT, which may never come, but not one that is committing.
    """
    number, server = {"number": transaction.number}, driver.execute(_SERVER).fetchall()[0]
    if server["replica"]:
        return Fate.UNKNOWN
    try:
        status = driver.execute(_STATUS, number).fetchall()[0]["status"]
    except errors.InvalidParameterValue:  # no transaction has this number any more: a crash has undone it
        status = "aborted"
    if status == "aborted":
        return Fate.ABORTED
    if server["run"] != transaction.run:  # the number may have been used again
        return Fate.UNKNOWN
    if status == "in progress":
        driver.execute(_END, number)
        return Fate.UNDECIDED
    return Fate.COMMITTED if status == "committed" else Fate.UNKNOWN


LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)
"""The errors that a lost connection raises."""
