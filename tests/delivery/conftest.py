"""The real bot in SimCord, for tests that need only one process."""

from tests.cogs.conftest import guild

__all__ = ["guild"]
