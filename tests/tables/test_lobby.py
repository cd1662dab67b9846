"""Lobbies: who may sit, change and start what; rematches."""

import asyncio

import pytest

from bot.tables import ChangeKind, Person, Status
from tests.house import ANA, BEN, CHANNEL, CLEO, DOV, GUILD, START, House, refused


async def test_one_table_a_channel(house: House) -> None:
    await house.seat(ANA)
    assert await refused(house.tables.open(GUILD, CHANNEL, BEN)) == "table-exists"
    other = await house.tables.open(GUILD, CHANNEL + 1, BEN)
    assert house.tables.at(CHANNEL + 1) is other


async def test_two_who_open_at_the_same_moment_get_one_table(house: House) -> None:
    outcomes = await asyncio.gather(
        house.tables.open(GUILD, CHANNEL, ANA), refused(house.tables.open(GUILD, CHANNEL, BEN))
    )
    assert outcomes[1] == "table-exists"
    assert house.tables.at(CHANNEL) is outcomes[0]


async def test_sitting_down_and_standing_up(house: House) -> None:
    table = await house.seat(ANA, BEN)
    assert await refused(house.tables.join(table, BEN)) == "already-seated"
    assert await refused(house.tables.leave(table, CLEO)) == "not-seated"
    await house.tables.leave(table, ANA)
    assert table.host_id == BEN.user_id
    await house.tables.leave(table, BEN)
    assert table.status is Status.CLOSED
    assert house.tables.at(CHANNEL) is None
    assert await refused(house.tables.join(table, ANA)) == "lobby-closed"


async def test_a_full_lobby_takes_nobody(house: House) -> None:
    table = await house.seat(ANA, ai=5)
    assert await refused(house.tables.join(table, BEN)) == "lobby-full"
    assert await refused(house.tables.add_ai(table, ANA.user_id)) == "lobby-full"
    await house.tables.remove_ai(table, ANA.user_id)
    await house.tables.join(table, BEN)
    assert len(set(table.names)) == 6


async def test_only_the_host_changes_and_starts(house: House) -> None:
    table = await house.seat(ANA, BEN)
    tables = house.tables
    assert await refused(tables.add_ai(table, BEN.user_id)) == "not-host"
    assert await refused(tables.remove_ai(table, BEN.user_id)) == "not-host"
    assert await refused(tables.configure(table, BEN.user_id, pace="slow")) == "not-host"
    assert await refused(tables.start(table, BEN.user_id, START)) == "not-host"
    assert await refused(tables.close(table, BEN.user_id)) == "not-host"
    assert await refused(tables.remove_ai(table, ANA.user_id)) == "no-ai"
    await tables.close(table, ANA.user_id)
    assert house.heard[-1][1].kind is ChangeKind.CLOSED


async def test_a_start_needs_enough_players(house: House) -> None:
    table = await house.seat(ANA)
    assert await refused(house.tables.start(table, ANA.user_id, START)) == "too-few"
    assert table.status is Status.LOBBY


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"pace": "hasty"}, "bad-pace"),
        ({"pace": "1/1"}, "bad-pace"),
        ({"ruleset": "chess"}, "bad-setup"),
        ({"ruleset": "g54", "pool": ["banker"]}, "bad-setup"),
        ({"ruleset": "mcguire", "options": {"teams": True}}, "bad-setup"),
        ({"options": {"examine": "owner"}}, "bad-setup"),
        ({"options": {"colour": "red"}}, "bad-setup"),
    ],
)
async def test_what_cannot_be_played_is_refused_with_its_reason(
    house: House, changes: dict[str, object], code: str
) -> None:
    table = await house.seat(ANA, BEN)
    before = (table.ruleset, table.options, table.pool, table.pace)
    assert await refused(house.tables.configure(table, ANA.user_id, **changes)) == code
    assert (table.ruleset, table.options, table.pool, table.pace) == before


async def test_a_setup_that_still_lacks_players_is_fine(house: House) -> None:
    table = await house.seat(ANA)
    await house.tables.configure(table, ANA.user_id, options={"teams": True}, pace="90/30")
    assert table.options == {"teams": True}
    for person in (BEN, CLEO):
        await house.tables.join(table, person)
    assert await refused(house.tables.start(table, ANA.user_id, START)) == "bad-setup"
    await house.tables.join(table, DOV)
    await house.tables.start(table, ANA.user_id, START)
    assert table.deadline == house.clock.now() + 90


async def test_leaving_g54_leaves_its_pool(house: House) -> None:
    table = await house.seat(ANA, BEN)
    pool = ["banker", "director", "guerrilla", "peacekeeper", "politician"]
    await house.tables.configure(table, ANA.user_id, ruleset="g54", pool=pool)
    await house.tables.configure(table, ANA.user_id, ruleset="classic", options={})
    assert table.pool is None


async def test_a_lobby_expires_at_its_moment_however_busy_it_is(house: House) -> None:
    table = await house.seat(ANA)
    await house.ring(table, 1700.0)
    await house.tables.join(table, BEN)
    await house.ring(table, 100.0)
    assert table.status is Status.CLOSED
    assert house.heard[-1][1].cause == "expired"


async def test_two_members_of_one_name_can_be_told_apart(house: House) -> None:
    table = await house.play(ANA, Person(2001, "Ana"), Person(2002, "Ana"))
    assert table.names == ("Ana", "Ana (2)", "Ana (3)")


async def test_a_rematch_asks_everybody_and_its_winner_starts(house: House) -> None:
    table = await house.play(ANA, BEN, ai=1)
    assert await refused(house.tables.rematch(table, ANA)) == "not-over"
    await house.play_out(table)
    assert table.game is not None
    assert table.game.winners is not None
    winner = table.names[table.game.winners[0]]
    assert await refused(house.tables.rematch(table, CLEO)) == "not-seated"
    again = await house.tables.rematch(table, BEN)
    assert again.host_id == BEN.user_id
    assert again.commitment != table.commitment
    assert await refused(house.tables.start(again, BEN.user_id, START)) == "unconfirmed"
    assert await refused(house.tables.rematch(table, BEN)) == "table-exists"
    await house.tables.join(again, ANA)
    await house.tables.start(again, BEN.user_id, START)
    assert again.game is not None
    assert again.names[again.game.turn] == winner


async def test_who_does_not_confirm_can_be_left_out(house: House) -> None:
    table = await house.play(ANA, BEN, CLEO)
    await house.play_out(table)
    again = await house.tables.rematch(table, ANA)
    await house.tables.join(again, CLEO)
    assert await refused(house.tables.remove_ai(again, ANA.user_id, 2)) == "no-ai"
    await house.tables.remove_ai(again, ANA.user_id, 1)
    await house.tables.start(again, ANA.user_id, START)
    assert again.names == ("Ana", "Cleo")


async def test_mcguire_turns_its_direction_with_each_game(house: House) -> None:
    directions: list[int | None] = []
    for _ in range(3):
        table = await house.play(ANA, BEN, CLEO, ruleset="mcguire")
        directions.append(table.direction)
        await house.play_out(table)
    assert directions == [1, -1, 1]


async def test_the_last_winner_of_the_channel_starts_a_g54_game(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.play_out(table)
    assert table.game is not None
    assert table.game.winners is not None
    winner = table.seats[table.game.winners[0]].user_id
    following = await house.play(BEN, CLEO, ANA, ruleset="g54")
    assert following.game is not None
    assert following.seats[following.game.turn].user_id == winner


async def test_a_rematch_that_nobody_has_confirmed_closes_with_its_host(house: House) -> None:
    old = await house.play(ANA, BEN)
    await house.play_out(old)
    table = await house.tables.rematch(old, ANA)
    await house.tables.leave(table, ANA)
    assert table.status is Status.CLOSED
