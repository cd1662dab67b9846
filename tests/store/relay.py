"""A connection to the database that can be stopped, or broken at a chosen moment."""

import asyncio


class Relay:
    """Forwards bytes between the store and the server; those to the server only while `flowing` is set.

    With `break_at_commit` it drops the answer to the next COMMIT and closes the connection.
    """

    def __init__(self, server_port: int) -> None:
        self.break_at_commit = False
        self.flowing = asyncio.Event()
        self.flowing.set()
        self._server_port = server_port
        self._tasks = list[asyncio.Task[None]]()
        self._writers = list[asyncio.StreamWriter]()

    async def __aenter__(self) -> "Relay":
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._listening.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.close()
        await asyncio.gather(
            *self._tasks, *(writer.wait_closed() for writer in self._writers), return_exceptions=True
        )

    def hang_up(self) -> None:
        """Breaks every connection there is."""
        for writer in self._writers:
            writer.close()

    async def _serve(self, asking: asyncio.StreamReader, answering: asyncio.StreamWriter) -> None:
        try:
            heard, said = await asyncio.open_connection("127.0.0.1", self._server_port)
        except OSError:  # the server does not run
            answering.close()
            return
        self._writers += (answering, said)
        hang_up = asyncio.Event()

        async def ask() -> None:
            while data := await asking.read(65536):
                await self.flowing.wait()
                if self.break_at_commit and b"COMMIT" in data:
                    self.break_at_commit = False
                    hang_up.set()
                said.write(data)
            said.close()

        async def answer() -> None:
            while (data := await heard.read(65536)) and not hang_up.is_set():
                answering.write(data)
            answering.close()
            said.close()

        self._tasks += (asyncio.create_task(ask()), asyncio.create_task(answer()))
