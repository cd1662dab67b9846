"""Fixtures of the tests of tables."""

import pytest


@pytest.fixture
def honest_substitutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """An AI that plays for a member who is away allows every claim that may be true."""
    monkeypatch.setattr("bot.tables.ai_seats.SUBSTITUTE_KIND", "honest")
