"""The real bot in SimCord, for tests of what can be seen within one process."""

from tests.cogs.conftest import guild

__all__ = ["guild"]
