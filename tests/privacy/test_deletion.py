"""Deletion: afterwards nothing leads to the member, and everybody else's games are whole."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.privacy.deletion import ANONYMOUS, MemberDeletion
from bot.privacy.ledger import Ledger
from bot.render.panels.statistics import history_panel
from bot.render.texts.catalogue import texts_for
from bot.store.engines.database import SaveFailed
from bot.store.rebuild import rebuild_statistics
from bot.store.repositories.audit import Entry
from bot.store.repositories.server_rules import Ban
from bot.store.rows import Status
from bot.tables.games import statistics_of
from bot.tables.record_file import seed_proof
from bot.tables.seed_commitment import game_seed
from bot.tables.service import Tables
from bot.tables.state import Person
from bot.tables.transitions.orders import give_order
from engine import Game
from tests.harness.discord import texts
from tests.harness.fences import OneShard
from tests.harness.tables import GUILD, START, Harness, game_of, go_on, take_commitments
from tests.privacy.conftest import SQLITE_ONLY
from tests.privacy.stored import ANA, BEN, CLEO, DOV, Rows, changed, deletions_of, dump, traces

LEAST_WRITES = 4
"""A deletion from a game that runs and one that has ended: the request, each game, and all other tables."""
REWRITTEN = {
    *(
        "audit.detail",
        "audit.member_id",
        "audit.user_id",
        "avoided",
        "bans",
        "call_list",
        "decisions.checksum",
        "finished_deletions",
        "players",
    ),
    *("games.channel_id", "games.ended_by", "games.first", "games.host_id", "games.seed", "games.start"),
    *("kept_deletions", "results.channel_id", "results.record", "seats.name", "seats.salt", "seats.user_id"),
    *("seat_statistics.user_id", "standings.user_id"),
}
"""What a deletion may change in games that have ended, and in all other tables."""


async def play_once(harness: Harness, *people: Person, **settings: Any) -> int:
    """Plays a game to its end, and returns its id."""
    table = await harness.play(*people, **settings)
    await harness.play_out(table)
    return table.id


async def fill(harness: Harness) -> None:
    """Fills every table with something about Ana, and with something about others."""
    await harness.tables.preferences.change(ANA.user_id, dm=True)
    await harness.tables.preferences.change(BEN.user_id, dm=True)
    await play_once(harness, ANA, BEN, CLEO)
    await play_once(harness, BEN, CLEO)
    lesson = await harness.tables.lessons.begin(GUILD, None, ANA, "en", 5)
    await harness.tables.lessons.end(lesson)
    for people, moderator in (((BEN, CLEO), ANA), ((ANA, CLEO), BEN)):
        ended = await harness.play(*people)
        await harness.tables.end(ended, by=moderator.user_id)
    await harness.store.audit.add(GUILD, Entry(1.0, ANA.user_id, "pace", str(ANA.user_id)))
    await harness.store.audit.add(GUILD, Entry(2.0, BEN.user_id, "pace", "slow"))
    await harness.store.audit.add(GUILD, Entry(3.0, BEN.user_id, "banned", f"late {ANA.name}", ANA.user_id))
    await harness.store.bans.add(GUILD, Ban(ANA.user_id, ANA.name, 1.0, 2.0, ANA.name, BEN.user_id))
    await harness.store.bans.add(GUILD, Ban(31337, "Dov", 1.0, None, "", ANA.user_id))
    for member, other in ((ANA, BEN), (BEN, ANA), (BEN, CLEO)):
        avoided = await harness.store.avoided.of(GUILD, member.user_id)
        await harness.store.avoided.replace(GUILD, member.user_id, [*avoided, other.user_id])
    for member in (ANA, BEN):
        await harness.store.call_list.add(GUILD, member.user_id)


async def test_nothing_leads_to_the_member_and_all_other_rows_stay(
    harness: Harness, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await fill(harness)
    before = await dump(harness.store)
    assert {"seats.name", "results.record", "games.channel_id", "games.ended_by"} <= set(traces(before, ANA))
    assert await deletions_of(harness, tmp_path).ask(ANA.user_id)
    after = await dump(harness.store)
    assert traces(after, ANA) == []
    assert set(changed(before, after)) <= REWRITTEN
    assert [row["user_id"] for row in after["players"]] == [BEN.user_id]
    assert [(row["user_id"], row["banned_by_id"]) for row in after["bans"]] == [(31337, 0)]
    assert [(row["user_id"], row["avoided_id"]) for row in after["avoided"]] == [(BEN.user_id, CLEO.user_id)]
    assert [row["user_id"] for row in after["call_list"]] == [BEN.user_id]
    assert BEN.user_id in [row["ended_by"] for row in after["games"]]
    assert ANA.name not in caplog.text
    assert str(ANA.user_id) not in caplog.text
    assert str(ANA.user_id) not in (tmp_path / "coup.deletions").read_text()


@SQLITE_ONLY
async def test_the_file_has_no_bytes_of_the_member(harness: Harness, tmp_path: Path) -> None:
    await fill(harness)
    for _ in range(5):
        await play_once(harness, ANA, BEN, CLEO)
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    path = harness.path
    content = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    marks = [ANA.name.encode(), ascii(ANA.name)[1:-1].encode(), str(ANA.user_id).encode()]
    marks += [ANA.user_id.to_bytes(8), (-ANA.user_id).to_bytes(8, signed=True)]
    assert [mark for mark in marks if mark in content] == []
    assert BEN.name.encode() in content


async def test_the_games_of_others_can_be_replayed_and_proved(harness: Harness, tmp_path: Path) -> None:
    game_id = await play_once(harness, ANA, BEN, CLEO)
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    table = await harness.restarted(game_id)
    assert table.state.game is not None, "it matches its checksums"
    assert table.state.names == (ANONYMOUS, BEN.name, CLEO.name)
    proof = seed_proof(table.state)
    assert proof is not None
    assert Game.replay(proof["record"]).winners == table.state.result.winners  # type: ignore[union-attr] - it is over
    seed = game_seed(bytes.fromhex(proof["server_seed"]), int(proof["interaction"]), proof["seats"])
    assert seed == proof["record"]["new"]["seed"]
    assert proof["members"][0] is None
    assert [member["user_id"] for member in proof["members"][1:]] == [str(BEN.user_id), str(CLEO.user_id)]
    assert traces({"proof": [proof]}, ANA) == []


async def test_a_game_without_commitments_keeps_its_seed(harness: Harness, tmp_path: Path) -> None:
    table = await harness.seat(ANA, BEN)
    take_commitments(table)
    await harness.tables.start(table, ANA.user_id, START)
    await harness.play_out(table)
    game_id, seed = table.id, table.state.seed
    await write(harness, "UPDATE games SET seed = NULL")
    del table
    await harness.reopen()
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    again = await harness.loaded(game_id)
    assert again.state.seed == seed
    proof = seed_proof(again.state)
    assert proof is not None
    assert proof["seats"] == [None, str(BEN.user_id)], "the link to Ana can no longer be checked"


@SQLITE_ONLY
@pytest.mark.parametrize("ruleset", ["classic", "mcguire", "g54"])
async def test_a_renamed_record_is_that_of_its_game(harness: Harness, tmp_path: Path, ruleset: str) -> None:
    duke = Person(ANA.user_id, "duke")  # a name that is also the name of a role
    game_id = await play_once(harness, duke, BEN, CLEO, ruleset=ruleset)
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    table = await harness.restarted(game_id)
    assert table.state.result is not None
    assert table.state.result.record == json.loads(json.dumps(game_of(table).record()))


async def test_an_ai_takes_the_seat_in_a_running_game_which_is_lost(harness: Harness, tmp_path: Path) -> None:
    table = await harness.play(ANA, BEN, CLEO, orders=True)
    await harness.tables.run(table, give_order, ANA.user_id, "everything")
    while not table.state.owing() or table.state.owing()[0] == 0:
        await (harness.answer(table, 0) if table.state.owing() else go_on(harness, table))
    decisions = table.state.decisions
    assert await deletions_of(harness, tmp_path).ask(ANA.user_id)
    assert traces(await dump(harness.store), ANA) == []
    assert table.state.decisions == decisions
    seat = table.state.seats[0]
    assert (seat.name, seat.away, seat.played_by_ai, seat.orders, seat.salt) == (ANONYMOUS, True, True, (), None)
    assert table.state.host_id == BEN.user_id
    assert table.state.members() == [1, 2]
    while table.state.status is Status.PLAYING:
        seats = [number for number in table.state.owing() if number and not table.state.has_answered(number)]
        await (harness.answer(table, seats[0]) if seats else go_on(harness, table))
    assert table.state.result is not None
    assert 0 in table.state.result.abandoned
    game_id = table.id
    del table
    again = await harness.restarted(game_id)
    assert again.state.game is not None, "it matches its checksums"


async def test_a_member_who_hosts_a_lobby_leaves_it(harness: Harness, tmp_path: Path) -> None:
    table = await harness.seat(ANA, BEN)
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    assert (table.state.status, table.state.host_id, table.state.names) == (Status.LOBBY, BEN.user_id, (BEN.name,))
    assert traces(await dump(harness.store), ANA) == []


async def test_a_lobby_without_others_and_a_lesson_close(harness: Harness, tmp_path: Path) -> None:
    lobby = await harness.seat(ANA, ai=1)
    lesson = await harness.tables.lessons.begin(GUILD, None, ANA, "en", 5)
    ids = lobby.id, lesson.id
    assert await deletions_of(harness, tmp_path).ask(ANA.user_id)
    assert traces(await dump(harness.store), ANA) == []
    assert [row.status for row in [await harness.store.games.get(number) for number in ids] if row] == [
        Status.CLOSED,
        Status.CLOSED,
    ]


async def test_two_deletions_in_one_game_and_a_second_of_the_same_member(harness: Harness, tmp_path: Path) -> None:
    game_id = await play_once(harness, ANA, BEN, CLEO)
    deletions = deletions_of(harness, tmp_path)
    assert await deletions.ask(ANA.user_id)
    assert await deletions.ask(ANA.user_id), "there is nothing left, and nothing fails"
    assert await deletions.ask(BEN.user_id)
    row = await harness.store.games.get(game_id)
    assert row is not None
    assert [seat.name for seat in row.seats] == [ANONYMOUS, f"{ANONYMOUS} (2)", CLEO.name]
    rows = await dump(harness.store)
    assert traces(rows, ANA) == traces(rows, BEN) == []


async def test_a_member_who_comes_back_begins_anew(harness: Harness, tmp_path: Path) -> None:
    await play_once(harness, ANA, BEN, CLEO)
    deletions = deletions_of(harness, tmp_path)
    await deletions.ask(ANA.user_id)
    harness.clock.advance(60.0)
    game_id = await play_once(harness, ANA, BEN, CLEO)
    await deletions.carry_out()
    row = await harness.store.games.get(game_id)
    assert row is not None
    assert row.seats[0].name == ANA.name


async def test_a_game_begun_before_a_deletion_is_finished_stays(harness: Harness, tmp_path: Path) -> None:
    await play_once(harness, ANA, BEN, CLEO)
    with dying(harness, after=1):
        assert not await deletions_of(harness, tmp_path).ask(ANA.user_id)
    harness.clock.advance(60.0)
    game_id = await play_once(harness, ANA, BEN, CLEO)
    await deletions_of(harness, tmp_path).carry_out()
    found = await harness.store.standings.member(GUILD, "", ANA.user_id, ANA.user_id)
    assert (found.games, found.points, found.all_time) == (1, (), None)
    games, has_more = await harness.store.standings.history(GUILD, ANA.user_id)
    history = history_panel(games, GUILD, 0, texts_for(), has_more=has_more)
    _, line = texts(history.to_components())[0].splitlines()
    assert line.endswith(" · not rated"), "without a reason: the game was rated when it ended"
    people = people_of(await dump(harness.store))
    assert [game for game, user_id in people if user_id == ANA.user_id] == [game_id]
    rebuild_statistics(harness.address, statistics_of)
    assert people_of(await dump(harness.store)) == people, "statistics computed again are about the same people"


def people_of(rows: Rows) -> list[tuple[int, int]]:
    """The games with statistics, each with the people that they are about."""
    return sorted((row["game_id"], row["user_id"]) for row in rows["seat_statistics"])


async def test_ratings_computed_again_are_those_of_before(harness: Harness, tmp_path: Path) -> None:
    for _ in range(2):
        await play_once(harness, ANA, BEN, CLEO)
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    before = await dump(harness.store)
    rebuild_statistics(harness.address, statistics_of)
    after = await dump(harness.store)
    assert (after["standings"], after["seat_statistics"]) == (before["standings"], before["seat_statistics"])


@SQLITE_ONLY
@pytest.mark.slow
async def test_a_kill_at_any_point_is_made_good_after_the_restart(harness: Harness, tmp_path: Path) -> None:
    ended, is_finished = 0, False
    while not is_finished:
        ended += 1
        person = Person(ANA.user_id + ended, ANA.name)
        await harness.tables.preferences.change(person.user_id, dm=True)
        await play_once(harness, person, BEN, CLEO)
        running = await harness.play(person, BEN, CLEO)
        with dying(harness, after=ended):
            is_finished = await deletions_of(harness, tmp_path).ask(person.user_id)
        game_id = running.id
        del running
        await harness.reopen()
        await deletions_of(harness, tmp_path).carry_out()
        assert traces(await dump(harness.store), person) == [], f"after {ended} writes"
        table = await harness.loaded(game_id)
        assert table.state.status is Status.PLAYING
        await harness.tables.end(table)
    assert ended >= LEAST_WRITES


async def test_a_game_that_ends_meanwhile_does_not_prevent_a_deletion(harness: Harness, tmp_path: Path) -> None:
    await play_once(harness, ANA, BEN, CLEO)
    table = await harness.play(ANA, BEN, CLEO)
    with dying(harness, after=2):
        assert not await deletions_of(harness, tmp_path).ask(ANA.user_id)
    assert table.state.names[0] == ANONYMOUS
    await harness.play_out(table)
    before = await dump(harness.store)
    await deletions_of(harness, tmp_path).carry_out()
    after = await dump(harness.store)
    assert traces(after, ANA) == []
    assert await harness.store.deletions.pending() == []
    assert [row for row in after["standings"] if row["user_id"] > 0] == [
        row for row in before["standings"] if row["user_id"] in (BEN.user_id, CLEO.user_id)
    ]


async def test_an_unread_table_is_read_before_answers_after_a_deletion(harness: Harness, tmp_path: Path) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    with dying(harness, after=2, reads=True):
        assert not await deletions_of(harness, tmp_path).ask(ANA.user_id)
    while 1 not in table.state.owing():
        await go_on(harness, table)
    await harness.answer(table, 1)
    game_id = table.id
    del table
    again = await harness.restarted(game_id)
    assert again.state.names[0] == ANONYMOUS
    assert again.state.status is Status.PLAYING, "it matches its checksums"


async def test_a_deletion_that_fails_does_not_hold_up_others(
    harness: Harness, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game_id = await play_once(harness, ANA, BEN, CLEO)
    rows = await dump(harness.store)
    await write(harness, "UPDATE results SET record = '{}'")
    deletions = deletions_of(harness, tmp_path)
    assert not await deletions.ask(ANA.user_id)
    assert "A deletion failed" in caplog.text
    await harness.tables.preferences.change(DOV.user_id, ping=False)
    assert await deletions.ask(DOV.user_id)
    record = next(row["record"] for row in rows["results"] if row["game_id"] == game_id)
    await write(harness, f"UPDATE results SET record = '{record}'")
    await deletions.carry_out()
    assert traces(await dump(harness.store), ANA) == []


async def test_a_game_of_another_process_is_left_to_that_process(harness: Harness, tmp_path: Path) -> None:
    await play_once(harness, ANA, BEN, CLEO)
    table = await harness.play(ANA, BEN, CLEO)
    other = Tables(harness.store, harness.clock, OneShard(held=False))
    there = MemberDeletion(other, Ledger(harness.store, tmp_path / "coup.deletions"))
    assert not await there.ask(ANA.user_id)
    assert table.state.names[0] == ANA.name, "its owner has not heard of it"
    await deletions_of(harness, tmp_path).carry_out()
    assert table.state.names[0] == ANONYMOUS
    assert traces(await dump(harness.store), ANA) == []
    assert await harness.store.deletions.pending() == []


async def write(harness: Harness, statement: str) -> None:
    """Changes rows of the database."""
    await harness.store.database.write(lambda connection: connection.driver.execute(statement))


@contextmanager
def dying(harness: Harness, *, after: int, reads: bool = False) -> Iterator[None]:
    """Lets all writes fail after some, as a kill would prevent them; with `reads` also all reads after those."""
    database, left = harness.store.database, [after]
    read, write = database.read, database.write

    async def fail_later(*arguments: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise SaveFailed("killed")
        return await write(*arguments, **named)

    async def read_before(*arguments: Any, **named: Any) -> Any:
        if reads and left[0] < 1:
            raise SaveFailed("killed")
        return await read(*arguments, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "write", fail_later)
        patch.setattr(database, "read", read_before)
        yield
