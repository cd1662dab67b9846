"""Fixtures: a sandbox, and the path of a database."""

from tests.e2e.conftest import database, sandbox

__all__ = ["database", "sandbox"]
