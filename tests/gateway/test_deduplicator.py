"""The deduplicator: an interaction delivered twice is handled once."""

from bot.gateway.interaction_routing import MAX_IDS, Deduplicator


def test_only_the_first_delivery_is_handled() -> None:
    deduplicator = Deduplicator()
    assert [deduplicator.is_first(number) for number in (7, 8, 7, 7, 8)] == [True, True, False, False, False]


def test_only_the_newest_interactions_are_remembered() -> None:
    deduplicator = Deduplicator()
    for number in range(MAX_IDS + 1):
        assert deduplicator.is_first(number)
    assert not deduplicator.is_first(MAX_IDS)
    assert deduplicator.is_first(0)
