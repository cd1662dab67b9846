"""The state machine of a table's message: the request that follows from what is known and what is wanted."""

from dataclasses import replace

import pytest

from bot.delivery.table_message import events
from bot.delivery.table_message import next_request as requested
from bot.delivery.table_message.next_request import (
    FIRST,
    NONCE_SECONDS,
    THEN,
    interim_edit,
    next_request,
    phase_shown,
    reusable_phase,
)
from bot.delivery.table_message.states import Intent, Known, Look, Message, State, Target
from bot.delivery.table_message.transitions import after
from bot.render.phase import Phase

LOBBY, FIRST_TURN, SECOND_TURN = Phase("lobby"), Phase("turn", 0), Phase("turn", 1)
NOW = 1_000_000.0
OTHER: Look = [{"content": "other"}]
INTENT = Intent(SECOND_TURN, NOW)


def look(phase: Phase) -> Look:
    return [{"content": str(phase)}]


CURRENT = Message(10, FIRST_TURN, look(FIRST_TURN))
SHOWN = Known(State.SHOWN, CURRENT, stored=CURRENT.key)
HERE, NEXT = Target(FIRST_TURN, look), Target(SECOND_TURN, look)


WAITING = replace(SHOWN, intent=INTENT)
POSTED = after(replace(WAITING, state=State.POSTING), events.Posted(20, SECOND_TURN, look(SECOND_TURN)))


@pytest.mark.parametrize(
    ("known", "target", "expected"),
    [
        (SHOWN, HERE, None),
        (replace(SHOWN, current=replace(CURRENT, look=None)), HERE, requested.Edit(10, FIRST_TURN)),
        (replace(SHOWN, current=replace(CURRENT, look=None)), replace(HERE, is_sealed=True), None),
        (SHOWN, NEXT, requested.Post(SECOND_TURN, is_repost=False, priority=THEN)),
        (SHOWN, Target(Phase("closed"), look, is_set_aside=True), requested.Edit(10, Phase("closed"))),
        (after(SHOWN, events.Signal.REPOSTED), HERE, requested.Post(FIRST_TURN, is_repost=True, priority=THEN)),
        (after(SHOWN, events.Deleted(10)), HERE, requested.Post(FIRST_TURN, is_repost=True, priority=FIRST)),
        (Known(), Target(LOBBY, look), None),
        (Known(), HERE, requested.Post(FIRST_TURN, is_repost=False, priority=FIRST)),
        (Known(State.UNKNOWN, CURRENT, intent=INTENT), NEXT, requested.Search(INTENT, 10)),
        (replace(WAITING, state=State.UNCONFIRMED), NEXT, requested.Post(SECOND_TURN, False, THEN)),
        (replace(WAITING, state=State.UNCONFIRMED), HERE, requested.Search(INTENT, 10)),
        (replace(WAITING, state=State.POSTING), NEXT, None),
        (replace(WAITING, state=State.LOST), NEXT, None),
        (POSTED, NEXT, requested.Delete(10, FIRST_TURN)),
        (POSTED, replace(NEXT, is_single=False, look=lambda _: OTHER), requested.Freeze(10, FIRST_TURN)),
        (POSTED, replace(NEXT, is_single=False), requested.Save((20, "turn:1"), closes_thread=False)),
        (after(POSTED, events.Retired(10)), NEXT, requested.Save((20, "turn:1"), closes_thread=False)),
        (
            replace(SHOWN, current=Message(10, LOBBY), stored=(10, "lobby")),
            replace(HERE, wants_thread=True),
            requested.MakeThread(10),
        ),
    ],
)
def test_the_next_request_follows_from_the_known_and_the_wanted_state(
    known: Known, target: Target, expected: requested.Request | None
) -> None:
    assert next_request(known, target, NOW) == expected


def test_a_repost_during_the_search_after_a_restart_is_posted() -> None:
    known = after(Known.of_row(10, "turn:0", "turn:0@5"), events.Signal.REPOSTED)
    assert isinstance(next_request(known, HERE, NOW), requested.Search)
    nothing = after(known, events.FoundNothing())
    assert next_request(nothing, HERE, NOW) == requested.Post(FIRST_TURN, is_repost=True, priority=THEN)
    found = after(after(known, events.Found((20,))), events.Retired(10))
    found = after(found, events.Saved((20, "turn:0")))
    assert next_request(found, HERE, NOW) == requested.Post(FIRST_TURN, is_repost=True, priority=THEN)


def test_neither_a_refusal_nor_a_click_ends_what_is_still_due() -> None:
    assert after(Known(), events.Signal.SENT).state is State.POSTING
    assert after(replace(WAITING, state=State.RESENDING), events.Signal.REFUSED).state is State.UNCONFIRMED
    assert after(replace(SHOWN, state=State.UNKNOWN_DUE), events.Posted(20, SECOND_TURN, None)).state is State.DUE


def test_a_regained_channel_is_searched_only_if_a_post_may_have_succeeded() -> None:
    refused = after(
        after(replace(WAITING, state=State.POSTING), events.Signal.REFUSED), events.Signal.CHANNEL_LOST
    )
    regained = after(refused, events.Signal.CHANNEL_REGAINED)
    assert isinstance(next_request(regained, NEXT, NOW), requested.Post)
    unsure = after(
        after(replace(WAITING, state=State.POSTING), events.Signal.CHANNEL_LOST), events.Signal.CHANNEL_LOST
    )
    regained = after(unsure, events.Signal.CHANNEL_REGAINED)
    assert isinstance(next_request(regained, NEXT, NOW), requested.Search)


def test_a_request_is_sent_again_only_while_discord_remembers_its_nonce() -> None:
    known = replace(WAITING, state=State.UNCONFIRMED)
    assert isinstance(next_request(known, NEXT, NOW + NONCE_SECONDS - 1), requested.Post)
    assert isinstance(next_request(known, NEXT, NOW + NONCE_SECONDS), requested.Search)


def test_the_current_message_is_edited_for_one_that_is_late() -> None:
    posting = replace(WAITING, state=State.POSTING)
    assert interim_edit(posting, NEXT) is None
    assert phase_shown(posting, NEXT) == FIRST_TURN
    late = after(posting, events.Signal.OVERDUE)
    assert interim_edit(late, NEXT) == requested.Edit(10, SECOND_TURN)
    assert interim_edit(after(late, events.Deleted(10)), NEXT) is None
    assert phase_shown(posting, NEXT, 20) == SECOND_TURN
    assert posting.is_live(20)
    assert not SHOWN.is_live(20)


def test_a_message_is_reused_only_while_nothing_else_is_below_it() -> None:
    assert reusable_phase(SHOWN, NEXT, 10) == SECOND_TURN
    assert reusable_phase(SHOWN, NEXT, 11) is None
    assert reusable_phase(SHOWN, replace(NEXT, is_single=False), 10) is None
    assert reusable_phase(replace(SHOWN, state=State.POSTING), NEXT, 10) is None
    assert reusable_phase(SHOWN, HERE, 10) is None
    reused = after(SHOWN, events.Reused(SECOND_TURN))
    assert next_request(reused, NEXT, NOW) == requested.Save((10, "turn:1"), closes_thread=False)


def test_a_message_posted_while_another_was_being_stored_is_not_forgotten() -> None:
    newer = after(POSTED, events.Posted(30, SECOND_TURN, None))
    saved = after(newer, events.Saved((20, "turn:1")))
    assert [old.message_id for old in saved.old] == [20]
