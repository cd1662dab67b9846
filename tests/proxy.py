"""A TCP proxy in front of a server, which can be cut, silenced, or broken at a COMMIT."""

import asyncio
from contextlib import suppress
from typing import Literal, Self
from urllib.parse import urlsplit, urlunsplit

COMMIT = b"COMMIT\x00"
"""How the statement ends in a message of PostgreSQL's simple query protocol."""


class Proxy:
    """Forwards bytes between its clients and a server while `flowing` is set; `refusing` ends new connections.

    `at_commit` breaks the connection of the next COMMIT, which sets `broke`: `before` that is forwarded, or
    `after` it, so that its reply gets lost. A COMMIT that is `held` is forwarded once `released` is set, whatever
    became of its client. With `cuts_at_commit` all other connections are cut then, too.
    """

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.refusing = False
        self.at_commit: Literal["before", "after", "held"] | None = None
        self.cuts_at_commit = False
        self.broke = asyncio.Event()
        self.released = asyncio.Event()
        self._server = (host, port)
        self._tasks = set[asyncio.Task[None]]()
        self._writers = set[asyncio.StreamWriter]()

    @classmethod
    def to(cls, url: str) -> Self:
        """A proxy to the server of a URL."""
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        return cls(parts.port, parts.hostname)

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._listening.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        self.refusing = True
        self.flowing.set()
        self.released.set()
        self.hang_up()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def url(self, of_server: str) -> str:
        """A URL of the server, which leads through the proxy."""
        parts = urlsplit(of_server)
        return urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.port}", f":{self.port}")))

    def hang_up(self) -> None:
        """Breaks every connection there is."""
        for writer in self._writers:
            writer.transport.abort()

    def cut(self, *, but: asyncio.StreamWriter | None = None) -> None:
        """Breaks every connection, except for one to the server, and refuses new ones."""
        self.refusing = True
        for writer in self._writers - {but}:
            writer.transport.abort()

    def silence(self) -> None:
        """Lets nothing through any more, while all connections seem to live."""
        self.flowing.clear()

    def open(self) -> None:
        """Lets everything through."""
        self.refusing, self.cuts_at_commit, self.at_commit = False, False, None
        self.flowing.set()

    async def _serve(self, asking: asyncio.StreamReader, answering: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        writers = [answering]
        self._writers.add(answering)
        try:
            if self.refusing:
                return
            await self.flowing.wait()
            heard, said = await asyncio.open_connection(*self._server)
            writers.append(said)
            self._writers.add(said)
            await asyncio.gather(self._ask(asking, said, answering), self._copy(heard, answering))
        except OSError:  # the server does not run
            return
        finally:
            for writer in writers:
                self._writers.discard(writer)
                writer.transport.abort()

    async def _ask(
        self, asking: asyncio.StreamReader, said: asyncio.StreamWriter, answering: asyncio.StreamWriter
    ) -> None:
        with suppress(ConnectionError):
            while data := await asking.read(65536):
                await self.flowing.wait()
                how = self.at_commit if data.endswith(COMMIT) else None
                if how is not None:
                    self.at_commit = None
                    self.broke.set()
                    if self.cuts_at_commit:
                        self.cut(but=said)
                if how == "held":
                    await self.released.wait()
                elif how is not None:
                    answering.transport.abort()
                if how != "before":
                    said.write(data)
                    await said.drain()
                if how in ("before", "after"):
                    break
        said.close()  # what was written is sent before

    async def _copy(self, heard: asyncio.StreamReader, answering: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await heard.read(65536):
                await self.flowing.wait()
                answering.write(data)
                await answering.drain()
        answering.close()
