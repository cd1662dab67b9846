"""A gate between one process and the database, which can be shut while the others go on."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Self
from urllib.parse import urlsplit


class Gate:
    """Passes connections on to the server of `url`; `url` of the gate itself leads through it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        self._host, self._port = parts.hostname, parts.port
        self._target = url
        self._open = asyncio.Event()
        self._open.set()
        self._refusing = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    @classmethod
    @asynccontextmanager
    async def to(cls, url: str) -> AsyncGenerator[Self]:
        """An open gate to a server."""
        gate = cls(url)
        gate._server = await asyncio.start_server(gate._serve, "127.0.0.1", 0)
        try:
            yield gate
        finally:
            gate.cut()
            gate._server.close()

    @property
    def url(self) -> str:
        """The database's address through the gate."""
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return self._target.replace(f"{self._host}:{self._port}", f"127.0.0.1:{port}")

    def cut(self) -> None:
        """Breaks every connection and refuses new ones."""
        self._refusing = True
        for writer in self._writers:
            writer.transport.abort()

    def silence(self) -> None:
        """Lets nothing through any more, while all connections seem to stand."""
        self._open.clear()

    def open(self) -> None:
        """Lets everything through."""
        self._refusing = False
        self._open.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        there: asyncio.StreamWriter | None = None
        try:
            if self._refusing:
                return
            back, there = await asyncio.open_connection(self._host, self._port)
            self._writers.add(there)
            await asyncio.gather(self._copy(reader, there), self._copy(back, writer))
        except OSError:
            return
        finally:
            for end in (writer, there):
                if end is not None:
                    self._writers.discard(end)
                    end.transport.abort()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
