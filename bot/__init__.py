"""The bot's process: settings, client, tables, clock, store, rendering and texts."""

from typing import Final

__version__: Final = "0.2.0"
