"""Opens a table with AI seats in the sandbox, so that one click on its page starts a game."""

from typing import Final

from sandbox.driver import DriverError, Sandbox

CONNECT_SECONDS: Final = 30.0  # time limit for the bot to connect and register its commands
SEATS: Final = 4
PACE: Final = "slow"  # a newcomer needs time to read


async def open_table(page: str) -> None:
    """Opens a lobby with AI seats as the sandbox's first member, once the bot is connected.

    `page` is the sandbox's address. Raises TimeoutError if the bot does not connect or answer, and
    aiohttp.ClientError if the sandbox cannot be reached.
    """
    async with Sandbox.connect(page) as sandbox:
        await sandbox.ready("coup", timeout=CONNECT_SECONDS)
        host = await sandbox.first_member()
        try:
            await host.slash("coup new", seats=SEATS, pace=PACE)
        except DriverError as error:
            raise TimeoutError(str(error)) from error
