"""Lobbies: who may join, change settings and start; rematches."""

import asyncio
from collections.abc import Awaitable
from functools import partial
from typing import Any

import pytest

from bot.refusals import Refusal
from bot.store.rows import Status, TableSettings
from bot.tables.games import seed_of
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions.game import resign
from bot.tables.transitions.lobby import close_lobby, free_seat, join, leave
from bot.tables.transitions.transition import ChangeKind
from tests.harness.tables import ANA, BEN, CHANNEL, CLEO, DOV, GUILD, START, Harness, game_of, refused


async def rematch(harness: Harness, *people: Person, **settings: Any) -> Table:
    """A rematch that the first of these members opens after their game."""
    table = await harness.play(*people, **settings)
    await harness.play_out(table)
    return await harness.tables.rematch(table, people[0])


async def test_two_members_who_open_at_the_same_moment_get_one_table(harness: Harness) -> None:
    outcomes = await asyncio.gather(
        harness.tables.open(GUILD, CHANNEL, ANA), refused(harness.tables.open(GUILD, CHANNEL, BEN))
    )
    assert outcomes[1] == "table-exists"
    assert await harness.tables.at(CHANNEL) is outcomes[0]


async def test_two_members_with_the_same_name_are_distinguished(harness: Harness) -> None:
    table = await harness.play(ANA, Person(2001, "Ana"), Person(2002, "Ana"))
    assert table.state.names == ("Ana", "Ana (2)", "Ana (3)")


async def test_a_rematch_asks_everybody_and_its_winner_starts(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, ai=1)
    assert await refused(harness.tables.rematch(table, ANA)) == "not-over"
    await harness.play_out(table)
    (winner,) = [table.state.names[seat] for seat in game_of(table).winners or ()]
    assert await refused(harness.tables.rematch(table, CLEO)) == "did-not-play"
    again = await harness.tables.rematch(table, BEN)
    assert again.state.host_id == BEN.user_id
    assert again.state.commitment != table.state.commitment
    assert await refused(harness.tables.start(again, BEN.user_id, START)) == "unconfirmed"
    assert await refused(harness.tables.rematch(table, BEN)) == "table-exists"
    assert await harness.tables.join(again, ANA, START) is None
    assert again.state.names[game_of(again).turn] == winner
    assert again.state.interaction_id == START
    assert again.state.seed == seed_of(again.state)


async def test_after_a_game_that_nobody_won_the_winner_of_the_last_one_starts(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    await harness.play_out(table)
    (winner,) = [table.state.names[seat] for seat in game_of(table).winners or ()]
    for _ in range(5):
        ended = await harness.play(ANA, BEN)
        await harness.tables.end(ended)
        again = await harness.tables.rematch(ended, ANA)
        await harness.tables.join(again, BEN, START)
        assert again.state.names[game_of(again).turn] == winner
        await harness.tables.end(again)


async def test_a_rematch_begins_when_the_last_of_its_players_confirms(harness: Harness) -> None:
    again = await rematch(harness, ANA, BEN, CLEO)
    await harness.tables.join(again, DOV, START)
    await harness.tables.join(again, BEN, START)
    assert again.state.status is Status.LOBBY, "Cleo has not confirmed"
    assert await refused(harness.tables.join(again, BEN, START)) == "already-seated"
    await harness.tables.join(again, CLEO, START)
    assert again.state.status is Status.PLAYING
    assert again.state.names == ("Ana", "Ben", "Cleo", "Dov")


async def test_newcomers_and_those_who_leave_start_no_rematch(harness: Harness) -> None:
    again = await rematch(harness, ANA, BEN)
    await harness.tables.run(again, leave, BEN)
    await harness.tables.join(again, CLEO, START)
    assert again.state.status is Status.LOBBY


async def test_a_rematch_that_cannot_begin_stays_a_lobby(harness: Harness) -> None:
    again = await rematch(harness, ANA, BEN, CLEO, DOV, options={"teams": True})
    await harness.tables.run(again, leave, DOV)
    for person in (BEN, CLEO):
        await harness.tables.join(again, person, START)
    assert again.state.status is Status.LOBBY
    assert all(seat.ready for seat in again.state.seats)


async def test_a_host_can_start_a_rematch_without_those_who_have_not_confirmed(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    await harness.play_out(table)
    winners = {table.state.names[seat] for seat in game_of(table).winners or ()}
    host, other, absent = sorted((ANA, BEN, CLEO), key=lambda each: each.name in winners)
    again = await harness.tables.rematch(table, host)
    await harness.tables.join(again, other, START)
    start = partial(harness.tables.start, again, interaction_id=START, only_confirmed=True)
    assert await refused(start(other.user_id)) == "not-host"
    await start(host.user_id)
    assert {*again.state.names} == {host.name, other.name}, f"{absent.name}, who would have begun, is left out"


@pytest.mark.parametrize(("chosen", "again"), [(None, None), (True, True), (False, None)])
async def test_a_rematch_may_allow_orders_anew(harness: Harness, chosen: bool | None, again: bool | None) -> None:
    """Three members have no orders by default."""
    assert (await rematch(harness, ANA, BEN, CLEO, orders=chosen)).state.orders is again


async def test_members_who_do_not_confirm_a_rematch_can_be_left_out(harness: Harness) -> None:
    again = await rematch(harness, ANA, BEN, CLEO)
    await harness.tables.run(again, join, CLEO)
    assert await refused(harness.tables.run(again, free_seat, ANA.user_id, str(CLEO.user_id))) == "no-ai"
    await harness.tables.run(again, free_seat, ANA.user_id, str(BEN.user_id))
    await harness.tables.start(again, ANA.user_id, START)
    assert again.state.names == ("Ana", "Cleo")


async def test_mcguire_changes_direction_with_each_game(harness: Harness) -> None:
    directions: list[int | None] = []
    for _ in range(3):
        table = await harness.play(ANA, BEN, CLEO, ruleset="mcguire")
        directions.append(table.state.direction)
        await harness.play_out(table)
    assert directions == [1, -1, 1]


async def test_the_last_winner_of_the_channel_starts_a_g54_game(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    await harness.play_out(table)
    (winner,) = [table.state.seats[seat].user_id for seat in game_of(table).winners or ()]
    following = await harness.play(BEN, CLEO, ANA, ruleset="g54")
    assert following.state.seats[game_of(following).turn].user_id == winner


async def test_a_rematch_that_nobody_has_confirmed_closes_with_its_host(harness: Harness) -> None:
    table = await rematch(harness, ANA, BEN)
    await harness.tables.run(table, leave, ANA)
    assert table.state.status is Status.CLOSED


async def test_open_lobbies_of_a_member_are_limited(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = harness.tables
    mine = [await tables.open(GUILD + number, CHANNEL + number, ANA) for number in range(5)]
    with pytest.raises(Refusal, match="lobbies-of-member") as mine_refused:
        await tables.open(GUILD, CHANNEL + 5, ANA)
    assert mine_refused.value.facts == {"most": 5}
    await tables.run(mine[0], close_lobby, ANA.user_id)
    await tables.open(GUILD, CHANNEL + 5, ANA)
    monkeypatch.setattr("bot.store.repositories.server_rules.MAX_LOBBIES_PER_SERVER", 2)
    await tables.open(GUILD, CHANNEL + 6, BEN)
    with pytest.raises(Refusal, match="lobbies-of-server") as server_refused:
        await tables.open(GUILD, CHANNEL + 7, CLEO)
    assert server_refused.value.facts == {"most": 2}
    other = await tables.open(GUILD + 99, CHANNEL + 7, CLEO)
    await tables.run(other, join, BEN)
    await tables.start(other, CLEO.user_id, START)


async def test_lobbies_opened_at_once_are_limited(harness: Harness) -> None:
    opening = (harness.tables.open(GUILD, CHANNEL + number, ANA) for number in range(7))
    results = await asyncio.gather(*opening, return_exceptions=True)
    assert [str(result) for result in results if isinstance(result, Refusal)] == ["lobbies-of-member"] * 2


async def test_a_rematch_uses_the_servers_current_setting_for_pictures(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    await harness.tables.run(table, resign, BEN.user_id)
    await harness.play_out(table)
    await harness.store.guilds.change(GUILD, pictures=False)
    again = await harness.tables.rematch(table, ANA)
    assert (table.state.pictures, again.state.pictures) == (True, False)


async def test_two_clicks_at_once_start_one_game_against_ai(harness: Harness) -> None:
    table = await harness.seat(ANA)
    harness.changes.clear()

    def click(interaction_id: int) -> Awaitable[None]:
        return harness.tables.start(table, ANA.user_id, interaction_id, with_ai=3)

    first, second = await asyncio.gather(click(1), click(2), return_exceptions=True)
    assert (first, str(second)) == (None, "lobby-started")
    assert (len(table.state.seats), table.state.interaction_id) == (4, 1)
    assert [change.kind for _, change in harness.changes] == [ChangeKind.STARTED], (
        "no lobby with AI seats is shown"
    )
    again = await harness.restarted(table.id)
    assert (again.state.status, again.state.seats, again.state.open_question.ai_due) == (
        Status.PLAYING,
        table.state.seats,
        table.state.open_question.ai_due,
    )
    if again.state.open_question.ai_due:
        assert again.state.due == min(again.state.open_question.ai_due.values())


async def test_a_lobby_is_unchanged_if_its_ai_game_cannot_start(harness: Harness) -> None:
    table = await harness.seat(ANA, BEN)
    assert await refused(harness.tables.start(table, BEN.user_id, 1, with_ai=3)) == "not-host"
    three = await harness.tables.open(GUILD, CHANNEL + 1, ANA, TableSettings(options={"teams": True}))
    assert await refused(harness.tables.start(three, ANA.user_id, 1, with_ai=1)) == "bad-setup"
    for lobby, seats in ((table, 2), (three, 1)):
        stored = await harness.store.games.get(lobby.id)
        assert stored is not None
        assert (lobby.state.status, len(lobby.state.seats), len(stored.seats)) == (Status.LOBBY, seats, seats)
