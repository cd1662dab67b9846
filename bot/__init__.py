"""The process: settings, client, tables, clock, store, rendering and words."""

from typing import Final

__version__: Final = "0.2.0"
