"""Export: everything about a member, and nothing that the member may not know."""

import json
from pathlib import Path
from typing import Any

from bot.privacy.export import export
from bot.store.repositories.audit import Entry
from bot.store.rows import EarlyAnswer
from bot.tables.service import Tables
from bot.tables.transitions.orders import give_order
from engine import Move
from tests.harness.fences import OneShard
from tests.harness.tables import CHALLENGE, GUILD, Harness, change
from tests.privacy.stored import ANA, BEN, CLEO, deletions_of, dump, traces


async def exported(harness: Harness) -> tuple[dict[str, Any], str]:
    """Ana's data, also as text."""
    data = await export(harness.tables, ANA.user_id)
    return data, json.dumps(data)


async def test_every_row_about_the_member_is_in_the_export(harness: Harness) -> None:
    await harness.tables.preferences.change(ANA.user_id, dm=True, hidden=True)
    table = await harness.play(ANA, BEN, CLEO)
    await harness.play_out(table)
    await harness.store.audit.add(GUILD, Entry(1.0, ANA.user_id, "pace", "slow"))
    data, text = await exported(harness)
    rows = await dump(harness.store)
    for name in ("players", "audit", "seat_statistics", "standings"):
        own = [row for row in rows[name] if row["user_id"] == ANA.user_id]
        assert len(data[name]) == len(own) > 0
    (game,) = data["games"]
    assert (game["name"], game["players"]) == (ANA.name, [ANA.name, BEN.name, CLEO.name])
    assert game["salt"] == table.state.seats[0].salt
    own = [decision for decision in await harness.store.games.decisions(table.id) if decision.seat == 0]
    assert [decision["move"] for decision in game["decisions"]] == [decision.move for decision in own]
    assert str(BEN.user_id) not in text
    assert str(CLEO.user_id) not in text


async def test_of_a_game_that_runs_it_has_what_the_member_may_see(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO, orders=True)
    await harness.tables.run(table, give_order, ANA.user_id, "everything")
    await harness.answer(table, table.state.owing()[0], Move("act", action="tax"))
    change(table, early_answers=(EarlyAnswer(0, "early-move", "player"),))
    data, text = await exported(harness)
    (game,) = data["games"]
    assert game["live"]
    assert game["view"] == json.loads(json.dumps(table.state.game and table.state.game.view(0)))
    assert game["standing_orders"] == ["everything"]
    secrets = [table.state.server_seed.hex(), table.state.seed, *(seat.salt for seat in table.state.seats)]
    assert [secret for secret in (*secrets, "early-move", str(BEN.user_id)) if str(secret) in text] == []
    assert "decisions" not in game


async def test_of_a_game_that_another_process_serves_it_has_the_same(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    (actor,) = table.state.owing()
    await harness.answer(table, actor, Move("act", action="tax"))
    await harness.answer(table, table.state.owing()[-1], CHALLENGE)
    assert table.state.game is not table.state.latest, "the challenge is sealed"
    here = await export(harness.tables, ANA.user_id)
    there = await export(Tables(harness.store, harness.clock, OneShard(held=False)), ANA.user_id)
    assert here["games"][0]["view"] is not None
    assert there == here


async def test_after_a_deletion_there_is_nothing_to_export(harness: Harness, tmp_path: Path) -> None:
    await harness.play_out(await harness.play(ANA, BEN, CLEO))
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    data, _ = await exported(harness)
    assert {name: rows for name, rows in data.items() if isinstance(rows, list) and rows} == {}
    assert traces(await dump(harness.store), ANA) == []
