"""Direct messages that ask a player a question, on both engines."""

from dataclasses import replace

import pytest

from bot.store import Store
from bot.store.engines.database import FenceLost
from bot.store.rows import DirectMessage
from tests.harness.fences import issue_fence
from tests.store.rows import lobby


async def test_a_direct_message_is_intended_then_posted_then_forgotten(store: Store) -> None:
    games = [await store.games.add(lobby(channel)) for channel in (1, 2)]
    first = DirectMessage(games[0], 2**55, 0, 3, None, None, None, 10.0)
    second, other = replace(first, nonce=1, seat=1, deadline=20.5, sent_at=9.0), replace(first, game_id=games[1])
    for message in (first, second, other):
        await store.direct_messages.save(message)
    assert await store.direct_messages.of(games[0]) == [second, first]
    posted = replace(first, question=4, channel_id=5, message_id=2**62)
    await store.direct_messages.save(posted)
    assert await store.direct_messages.of(games[0]) == [second, posted]
    await store.direct_messages.delete(first)
    assert await store.direct_messages.of(games[0]) == [second]
    assert await store.direct_messages.of(games[1]) == [other]


async def test_without_the_fence_direct_messages_are_neither_saved_nor_forgotten(store: Store) -> None:
    game = await store.games.add(lobby())
    message = DirectMessage(game, 1, 0, 0, None, None, None, 1.0)
    old = await issue_fence(store, "shard 0")
    await store.direct_messages.save(message, fence=old)
    await issue_fence(store, "shard 0")
    for write in (store.direct_messages.save, store.direct_messages.delete):
        with pytest.raises(FenceLost):
            await write(replace(message, question=9), fence=old)
    assert await store.direct_messages.of(game) == [message]
