"""Every test that asks for an `address` runs on both engines."""

from tests.store.conftest import address as address  # noqa: PLC0414 - a fixture is shared by importing it
