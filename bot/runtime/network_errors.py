"""The errors that a request raises when the network fails, or when Discord refuses it."""

from typing import Final

import aiohttp
import discord

NETWORK_ERRORS: Final = (aiohttp.ClientError, OSError)
"""Raised when a connection fails or an answer does not come in time; TimeoutError is an OSError."""

REQUEST_ERRORS: Final = (discord.HTTPException, *NETWORK_ERRORS)
"""Raised when Discord refuses a request, fails to handle it, or cannot be reached."""
