"""The state machine of a table's message: the request that follows from what is known and what is wanted."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from bot.delivery.table_message.known_messages import (
    FIRST,
    NONCE_SECONDS,
    THEN,
    Intent,
    Kind,
    KnownMessages,
    Look,
    Message,
    Request,
    State,
    Target,
    interim_edit,
    next_request,
    phase_shown,
    reusable_phase,
)
from bot.render.view_model import Phase

LOBBY, FIRST_TURN, SECOND_TURN = Phase("lobby"), Phase("turn", 0), Phase("turn", 1)
NOW = 1_000_000.0
INTENT = Intent(SECOND_TURN, NOW)


def look(phase: Phase) -> Look:
    return [{"content": str(phase)}]


@dataclass(frozen=True, kw_only=True)
class Wanted(Target):
    """A target whose messages all look as `version` says, by default each as its phase."""

    version: str = ""

    def look(self, phase: Phase) -> Look:
        return [{"content": self.version or str(phase)}]


def after(known: KnownMessages, *changes: Callable[[KnownMessages], None]) -> KnownMessages:
    changed = replace(known)
    for change in changes:
        change(changed)
    return changed


CURRENT = Message(10, FIRST_TURN, look(FIRST_TURN))
SHOWN = KnownMessages(State.SHOWN, CURRENT, stored=CURRENT.key)
HERE, NEXT = Wanted(phase=FIRST_TURN), Wanted(phase=SECOND_TURN)
WAITING = replace(SHOWN, intent=INTENT)
POSTING = replace(WAITING, state=State.POSTING)
POSTED = after(POSTING, lambda known: known.note_posted(20, SECOND_TURN, look(SECOND_TURN)))
REPOST = Request(Kind.POST, FIRST_TURN, priority=THEN, is_repost=True)


@pytest.mark.parametrize(
    ("known", "target", "expected"),
    [
        (SHOWN, HERE, None),
        (replace(SHOWN, current=CURRENT._replace(look=None)), HERE, Request(Kind.EDIT, FIRST_TURN, 10, THEN)),
        (replace(SHOWN, current=CURRENT._replace(look=None)), replace(HERE, is_sealed=True), None),
        (SHOWN, NEXT, Request(Kind.POST, SECOND_TURN, priority=THEN)),
        (SHOWN, Wanted(phase=Phase("closed"), is_set_aside=True), Request(Kind.EDIT, Phase("closed"), 10, THEN)),
        (after(SHOWN, KnownMessages.require_post), HERE, REPOST),
        (after(SHOWN, lambda known: known.note_deleted(10)), HERE, REPOST._replace(priority=FIRST)),
        (KnownMessages(), Wanted(phase=LOBBY), None),
        (KnownMessages(), HERE, Request(Kind.POST, FIRST_TURN)),
        (KnownMessages(State.UNKNOWN, CURRENT, intent=INTENT), NEXT, Request(Kind.SEARCH, SECOND_TURN)),
        (replace(WAITING, state=State.UNCONFIRMED), NEXT, Request(Kind.POST, SECOND_TURN, priority=THEN)),
        (replace(WAITING, state=State.UNCONFIRMED), HERE, Request(Kind.SEARCH, SECOND_TURN)),
        (POSTING, NEXT, None),
        (replace(WAITING, state=State.LOST), NEXT, None),
        (POSTED, NEXT, Request(Kind.DELETE, FIRST_TURN, 10)),
        (POSTED, replace(NEXT, is_single=False, version="other"), Request(Kind.FREEZE, FIRST_TURN, 10)),
        (POSTED, replace(NEXT, is_single=False), Request(Kind.SAVE, SECOND_TURN, 20)),
        (after(POSTED, lambda known: known.note_retired(10)), NEXT, Request(Kind.SAVE, SECOND_TURN, 20)),
        (
            replace(SHOWN, current=Message(10, LOBBY), stored=(10, "lobby")),
            replace(HERE, wants_thread=True),
            Request(Kind.MAKE_THREAD, LOBBY, 10),
        ),
    ],
)
def test_requests_follow_from_both_states(known: KnownMessages, target: Target, expected: Request | None) -> None:
    assert next_request(known, target, NOW) == expected


def kind_of_next(known: KnownMessages, target: Target, now: float = NOW) -> Kind | None:
    request = next_request(known, target, now)
    return None if request is None else request.kind


def test_a_repost_during_the_search_after_a_restart_is_posted() -> None:
    known = after(KnownMessages.of_row(10, "turn:0", "turn:0@5"), KnownMessages.require_post)
    assert kind_of_next(known, HERE) is Kind.SEARCH
    nothing = after(known, lambda known: known.note_search((), (), is_single=True))
    assert next_request(nothing, HERE, NOW) == REPOST
    known.note_search((20,), (20,), is_single=True)
    known.note_retired(10)
    known.note_saved((20, "turn:0"))
    assert next_request(known, HERE, NOW) == REPOST


def test_neither_a_refusal_nor_a_click_ends_what_is_still_due() -> None:
    assert after(KnownMessages(), KnownMessages.note_post_sent).state is State.POSTING
    resending = replace(WAITING, state=State.RESENDING)
    assert after(resending, KnownMessages.note_post_refused).state is State.UNCONFIRMED
    due = replace(SHOWN, state=State.UNKNOWN_DUE)
    due.note_posted(20, SECOND_TURN, None)
    assert due.state is State.DUE


def test_a_regained_channel_is_searched_only_if_a_post_may_have_succeeded() -> None:
    lost, regain = KnownMessages.lose_channel, KnownMessages.regain_channel
    regained = after(POSTING, KnownMessages.note_post_refused, lost, regain)
    assert kind_of_next(regained, NEXT) is Kind.POST
    assert kind_of_next(after(POSTING, lost, lost, regain), NEXT) is Kind.SEARCH


def test_a_request_is_sent_again_only_while_discord_remembers_its_nonce() -> None:
    known = replace(WAITING, state=State.UNCONFIRMED)
    assert kind_of_next(known, NEXT, NOW + NONCE_SECONDS - 1) is Kind.POST
    assert kind_of_next(known, NEXT, NOW + NONCE_SECONDS) is Kind.SEARCH


def test_the_current_message_is_edited_for_one_that_is_late() -> None:
    assert interim_edit(POSTING, NEXT) is None
    assert phase_shown(POSTING, NEXT) == FIRST_TURN
    assert phase_shown(POSTING, NEXT, 20) == SECOND_TURN
    assert POSTING.is_live(20)
    assert not SHOWN.is_live(20)
    late = after(POSTING, KnownMessages.note_post_overdue)
    assert interim_edit(late, NEXT) == Request(Kind.EDIT, SECOND_TURN, 10, THEN)
    late.note_deleted(10)
    assert interim_edit(late, NEXT) is None


def test_a_message_is_reused_only_while_nothing_else_is_below_it() -> None:
    assert reusable_phase(SHOWN, NEXT, 10) == SECOND_TURN
    assert reusable_phase(SHOWN, NEXT, 11) is None
    assert reusable_phase(SHOWN, replace(NEXT, is_single=False), 10) is None
    assert reusable_phase(replace(SHOWN, state=State.POSTING), NEXT, 10) is None
    assert reusable_phase(SHOWN, HERE, 10) is None
    reused = after(SHOWN, lambda known: known.reuse(SECOND_TURN))
    assert next_request(reused, NEXT, NOW) == Request(Kind.SAVE, SECOND_TURN, 10)


def test_a_message_posted_while_another_was_being_stored_is_not_forgotten() -> None:
    newer = after(POSTED, lambda known: known.note_posted(30, SECOND_TURN, None))
    newer.note_saved((20, "turn:1"))
    assert [old.message_id for old in newer.old] == [20]
