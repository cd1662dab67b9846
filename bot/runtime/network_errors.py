"""The errors that a request raises when the network fails, or when Discord refuses it."""

from typing import Final

import aiohttp
import discord

NETWORK_ERRORS: Final = (aiohttp.ClientError, OSError)
"""Raised when a connection fails or an answer does not come in time; TimeoutError is an OSError."""

REQUEST_ERRORS: Final = (discord.HTTPException, *NETWORK_ERRORS)
"""Raised when Discord refuses a request, fails to handle it, or cannot be reached."""


def reason_of(error: BaseException) -> str:
    """Returns why a request failed, for the log: Discord's error code or status, or the type of the error."""
    return str(error.code or error.status) if isinstance(error, discord.HTTPException) else type(error).__name__
