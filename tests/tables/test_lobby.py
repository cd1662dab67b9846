"""Lobbies: who may sit, change and start what; rematches."""

import asyncio
from collections.abc import Awaitable

import pytest

from bot.store.rows import Status
from bot.tables.changes import ChangeKind
from bot.tables.games.setup import LobbySettings
from bot.tables.refusals.refusal import Refusal
from bot.tables.refusals.tables import (
    AlreadySeated,
    BadPace,
    BadSetup,
    LobbyClosed,
    LobbyFull,
    LobbyStarted,
    NoAiSeat,
    NotHost,
    NotOver,
    NotSeated,
    ServerFull,
    TableExists,
    TooFewPlayers,
    TooManyLobbies,
    Unconfirmed,
)
from bot.tables.session import Person
from tests.house import ANA, BEN, CHANNEL, CLEO, DOV, GUILD, START, House, refused


async def test_one_table_a_channel(house: House) -> None:
    await house.seat(ANA)
    assert await refused(house.tables.lobbies.open(GUILD, CHANNEL, BEN)) is TableExists
    other = await house.tables.lobbies.open(GUILD, CHANNEL + 1, BEN)
    assert await house.tables.at(CHANNEL + 1) is other


async def test_two_who_open_at_the_same_moment_get_one_table(house: House) -> None:
    outcomes = await asyncio.gather(
        house.tables.lobbies.open(GUILD, CHANNEL, ANA), refused(house.tables.lobbies.open(GUILD, CHANNEL, BEN))
    )
    assert outcomes[1] is TableExists
    assert await house.tables.at(CHANNEL) is outcomes[0]


async def test_sitting_down_and_standing_up(house: House) -> None:
    table = await house.seat(ANA, BEN)
    assert await refused(house.tables.lobbies.join(table, BEN)) is AlreadySeated
    assert await refused(house.tables.lobbies.leave(table, CLEO)) is NotSeated
    await house.tables.lobbies.leave(table, ANA)
    assert table.host_id == BEN.user_id
    await house.tables.lobbies.leave(table, BEN)
    assert table.status is Status.CLOSED
    assert await house.tables.at(CHANNEL) is None
    assert await refused(house.tables.lobbies.join(table, ANA)) is LobbyClosed


async def test_a_full_lobby_takes_no_more_ai(house: House) -> None:
    table = await house.seat(ANA, ai=5)
    assert await refused(house.tables.lobbies.add_ai(table, ANA.user_id)) is LobbyFull
    await house.tables.lobbies.free_seat(table, ANA.user_id, "Iris")
    await house.tables.lobbies.join(table, BEN)
    assert len(set(table.names)) == 6


async def test_only_the_host_changes_and_starts(house: House) -> None:
    table = await house.seat(ANA, BEN)
    tables = house.tables
    assert await refused(tables.lobbies.add_ai(table, BEN.user_id)) is NotHost
    assert await refused(tables.lobbies.free_seat(table, BEN.user_id, "Iris")) is NotHost
    assert await refused(house.configure(table, BEN.user_id, pace="slow")) is NotHost
    assert await refused(tables.lobbies.start(table, BEN.user_id, START)) is NotHost
    assert await refused(tables.lobbies.close(table, BEN.user_id)) is NotHost
    assert await refused(tables.lobbies.free_seat(table, ANA.user_id, "Iris")) is NoAiSeat
    await tables.lobbies.close(table, ANA.user_id)
    assert house.changes[-1][1].kind is ChangeKind.CLOSED


async def test_a_start_needs_enough_players(house: House) -> None:
    table = await house.seat(ANA)
    assert await refused(house.tables.lobbies.start(table, ANA.user_id, START)) is TooFewPlayers
    assert table.status is Status.LOBBY


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"pace": "hasty"}, BadPace),
        ({"pace": "1/1"}, BadPace),
        ({"ruleset": "chess"}, BadSetup),
        ({"ruleset": "g54", "pool": ("banker",)}, BadSetup),
        ({"ruleset": "mcguire", "options": {"teams": True}}, BadSetup),
        ({"options": {"examine": "owner"}}, BadSetup),
        ({"options": {"colour": "red"}}, BadSetup),
    ],
)
async def test_what_cannot_be_played_is_refused_with_its_reason(
    house: House, changes: dict[str, object], reason: type[Refusal]
) -> None:
    table = await house.seat(ANA, BEN)
    before = (table.ruleset, table.options, table.pool, table.pace)
    assert await refused(house.configure(table, ANA.user_id, **changes)) is reason
    assert (table.ruleset, table.options, table.pool, table.pace) == before


async def test_a_setup_that_still_lacks_players_is_fine(house: House) -> None:
    table = await house.seat(ANA)
    await house.configure(table, ANA.user_id, options={"teams": True}, pace="90/30")
    assert table.options == {"teams": True}
    for person in (BEN, CLEO):
        await house.tables.lobbies.join(table, person)
    assert await refused(house.tables.lobbies.start(table, ANA.user_id, START)) is BadSetup
    await house.tables.lobbies.join(table, DOV)
    await house.tables.lobbies.start(table, ANA.user_id, START)
    assert table.deadline == house.clock.now() + 90


async def test_leaving_g54_leaves_its_pool(house: House) -> None:
    table = await house.seat(ANA, BEN)
    pool = ("banker", "director", "guerrilla", "peacekeeper", "politician")
    await house.configure(table, ANA.user_id, ruleset="g54", pool=pool)
    await house.configure(table, ANA.user_id, ruleset="classic", options={})
    assert table.pool is None


async def test_a_lobby_expires_at_its_moment_however_busy_it_is(house: House) -> None:
    table = await house.seat(ANA)
    await house.ring(table, 1700.0)
    await house.tables.lobbies.join(table, BEN)
    await house.ring(table, 100.0)
    assert table.status is Status.CLOSED
    assert house.changes[-1][1].cause == "expired"


async def test_a_lobbys_half_time_is_published_once(house: House) -> None:
    table = await house.seat(ANA)
    await house.ring(table, 899.0)
    assert ChangeKind.HALF_TIME not in [change.kind for _, change in house.changes]
    await house.ring(table, 1.0)
    await house.ring(table, 1.0)
    assert [change.kind for _, change in house.changes].count(ChangeKind.HALF_TIME) == 1
    assert table.status is Status.LOBBY


async def test_two_members_of_one_name_can_be_told_apart(house: House) -> None:
    table = await house.play(ANA, Person(2001, "Ana"), Person(2002, "Ana"))
    assert table.names == ("Ana", "Ana (2)", "Ana (3)")


async def test_a_rematch_asks_everybody_and_its_winner_starts(house: House) -> None:
    table = await house.play(ANA, BEN, ai=1)
    assert await refused(house.tables.lobbies.rematch(table, ANA)) is NotOver
    await house.play_out(table)
    assert table.game is not None
    assert table.game.winners is not None
    winner = table.names[table.game.winners[0]]
    assert await refused(house.tables.lobbies.rematch(table, CLEO)) is NotSeated
    again = await house.tables.lobbies.rematch(table, BEN)
    assert again.host_id == BEN.user_id
    assert again.commitment != table.commitment
    assert await refused(house.tables.lobbies.start(again, BEN.user_id, START)) is Unconfirmed
    assert await refused(house.tables.lobbies.rematch(table, BEN)) is TableExists
    await house.tables.lobbies.join(again, ANA)
    await house.tables.lobbies.start(again, BEN.user_id, START)
    assert again.game is not None
    assert again.names[again.game.turn] == winner


async def test_who_does_not_confirm_can_be_left_out(house: House) -> None:
    table = await house.play(ANA, BEN, CLEO)
    await house.play_out(table)
    again = await house.tables.lobbies.rematch(table, ANA)
    await house.tables.lobbies.join(again, CLEO)
    assert await refused(house.tables.lobbies.free_seat(again, ANA.user_id, str(CLEO.user_id))) is NoAiSeat
    await house.tables.lobbies.free_seat(again, ANA.user_id, str(BEN.user_id))
    await house.tables.lobbies.start(again, ANA.user_id, START)
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
    table = await house.tables.lobbies.rematch(old, ANA)
    await house.tables.lobbies.leave(table, ANA)
    assert table.status is Status.CLOSED


async def test_a_member_and_a_server_have_so_many_open_lobbies_at_most(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobbies = house.tables.lobbies
    mine = [await lobbies.open(GUILD + number, CHANNEL + number, ANA) for number in range(5)]
    with pytest.raises(TooManyLobbies) as mine_refused:
        await lobbies.open(GUILD, CHANNEL + 5, ANA)
    assert mine_refused.value.most == 5
    await lobbies.close(mine[0], ANA.user_id)
    await lobbies.open(GUILD, CHANNEL + 5, ANA)
    monkeypatch.setattr("bot.tables.lobbies.MOST_OF_SERVER", 2)
    await lobbies.open(GUILD, CHANNEL + 6, BEN)
    with pytest.raises(ServerFull) as server_refused:
        await lobbies.open(GUILD, CHANNEL + 7, CLEO)
    assert server_refused.value.most == 2
    other = await lobbies.open(GUILD + 99, CHANNEL + 7, CLEO)
    await lobbies.join(other, BEN)
    await lobbies.start(other, CLEO.user_id, START)


async def test_a_rematch_has_pictures_as_the_server_has_them_by_now(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.tables.play.resign(table, BEN.user_id)
    await house.play_out(table)
    await house.store.guilds.change(GUILD, pictures=False)
    again = await house.tables.lobbies.rematch(table, ANA)
    assert (table.pictures, again.pictures) == (True, False)


async def test_two_clicks_at_once_start_one_game_against_ai(house: House) -> None:
    table = await house.seat(ANA)
    house.changes.clear()

    def click(interaction_id: int) -> Awaitable[None]:
        return house.tables.lobbies.start_against_ai(table, ANA.user_id, interaction_id, 3)

    first, second = await asyncio.gather(click(1), click(2), return_exceptions=True)
    assert (first, type(second)) == (None, LobbyStarted)
    assert (len(table.seats), table.interaction_id) == (4, 1)
    assert [change.kind for _, change in house.changes] == [ChangeKind.STARTED], "no lobby with AI seats is shown"
    await house.reopen()
    again = await house.tables.get(table.id)
    assert again is not None
    assert (again.status, again.seats, again.ai_due) == (Status.PLAYING, table.seats, table.ai_due)
    if again.ai_due:
        assert again.due == again.asked_at


async def test_a_game_against_ai_that_cannot_start_leaves_its_lobby_alone(house: House) -> None:
    table = await house.seat(ANA, BEN)
    assert await refused(house.tables.lobbies.start_against_ai(table, BEN.user_id, 1, 3)) is NotHost
    three = await house.tables.lobbies.open(GUILD, CHANNEL + 1, ANA, LobbySettings(options={"teams": True}))
    assert await refused(house.tables.lobbies.start_against_ai(three, ANA.user_id, 1, 1)) is BadSetup
    for lobby, seats in ((table, 2), (three, 1)):
        stored = await house.store.games.get(lobby.id)
        assert stored is not None
        assert (lobby.status, len(lobby.seats), len(stored.seats)) == (Status.LOBBY, seats, seats)
