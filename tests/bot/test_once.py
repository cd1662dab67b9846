"""What is delivered twice is heard once."""

from bot.once import REMEMBERED, Once


def test_the_first_delivery_alone_is_heard() -> None:
    once = Once()
    assert [once.first(number) for number in (7, 8, 7, 7, 8)] == [True, True, False, False, False]


def test_only_the_newest_are_remembered() -> None:
    once = Once()
    for number in range(REMEMBERED + 1):
        assert once.first(number)
    assert not once.first(REMEMBERED)
    assert once.first(0)
