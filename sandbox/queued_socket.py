"""The server's end of a WebSocket, for the gateway and for pages; what it sends is queued."""

import asyncio
import zlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aiohttp import web


class Closed(Exception):
    """The connection must be closed, with one of Discord's close codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class QueuedSocket:
    """A WebSocket with a queue of payloads to send, which are compressed if the bot asked for that."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, *, compress: bool
    ) -> None:
        self.socket = socket
        self._transport = transport
        self._deflate = zlib.compressobj(1) if compress else None
        self._queue: asyncio.Queue[str | Closed] = asyncio.Queue()

    def send(self, text: str) -> None:
        """Queues one payload, a JSON text."""
        self._queue.put_nowait(text)

    def close(self, code: int, reason: str = "") -> None:
        """Closes the socket after it has sent everything in the queue."""
        self._queue.put_nowait(Closed(code, reason))

    def cut(self) -> None:
        """Aborts the connection without a close frame, as a lost network would."""
        if self._transport:
            self._transport.abort()

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[None]:
        """Sends the queue while the context is open; a `Closed` raised in it closes the socket."""
        writer = asyncio.create_task(self._write())
        try:
            yield
        except Closed as closed:
            self.close(closed.code, closed.reason)
            await writer
        finally:
            writer.cancel()

    async def _write(self) -> None:
        while True:
            item = await self._queue.get()
            if isinstance(item, Closed):
                await self.socket.close(code=item.code, message=item.reason.encode())
                return
            try:
                if self._deflate is None:
                    await self.socket.send_str(item)
                else:
                    data = self._deflate.compress(item.encode())
                    await self.socket.send_bytes(data + self._deflate.flush(zlib.Z_SYNC_FLUSH))
            except ConnectionError:
                return
