"""PostgreSQL: whether a transaction was committed whose COMMIT was sent and never answered."""

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
    """A transaction by its number, and the run of the server that gave it: see `server_run`."""

    number: str
    run: str


class Fate(Enum):
    """What became of a transaction, as far as it is known."""

    COMMITTED = auto()
    ABORTED = auto()
    UNDECIDED = auto()  # the server has not ended it yet
    UNKNOWN = auto()  # and will stay so


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
    """Names the time a server has run since it last started or recovered from a crash. Raises psycopg.Error.

    After a crash, the numbers of transactions of which nothing had reached the disk are given out once more. The
    crash of a single backend restarts all of them without a new start time, but it resets the statistics.
    """
    return driver.execute(_SERVER).fetchall()[0]["run"]


def fate(driver: Driver, transaction: Transaction) -> Fate:
    """Asks the server what became of a transaction. Raises psycopg.Error.

    A backend that still waits for the COMMIT is ended, as it may never come; one that is committing is left alone.
    """
    number, server = {"number": transaction.number}, driver.execute(_SERVER).fetchall()[0]
    if server["replica"]:
        return Fate.UNKNOWN
    try:
        status = driver.execute(_STATUS, number).fetchall()[0]["status"]
    except errors.InvalidParameterValue:  # the number is still to be given out: a crash has undone it
        status = "aborted"
    if status == "aborted":
        return Fate.ABORTED
    if server["run"] != transaction.run:  # the number may have been given out once more
        return Fate.UNKNOWN
    if status == "in progress":
        driver.execute(_END, number)
        return Fate.UNDECIDED
    return Fate.COMMITTED if status == "committed" else Fate.UNKNOWN


LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)
"""Errors of a connection that is lost."""
