"""Clicks and commands in a running game: their effects, and the refusals that members read."""

from typing import Any

import pytest

from bot.store.rows import Status
from bot.tables.session import TableSession
from engine import Game
from tests.cogs.court import Court, controls, said, shown


async def set_up(court: Court, **position: Any) -> TableSession:
    """Returns a table with a classic game set up at a position; it is Ana's turn."""
    players = position.pop("players")
    table = await court.play(*[player["name"] for player in players])
    game = Game.from_position({"ruleset": "classic", "turn": "Ana", "players": players, **position})
    table.game = table.latest = game
    table.story = [[]]
    table.add_story(game.table.events)
    court.bot.renderer.board(table).touch()
    await court.env.settle()
    return table


def player(name: str, coins: int = 2, hand: tuple[str, ...] = ("captain", "duke"), **facts: Any) -> dict[str, Any]:
    return {"name": name, "coins": coins, "hand": list(hand), **facts}


@pytest.fixture
async def table(court: Court) -> TableSession:
    return await set_up(
        court, players=[player("Ana"), player("Ben", 8, ("assassin", "contessa")), player("Cleo", 1, ("duke",))]
    )


async def test_an_action_and_its_target_are_two_clicks(court: Court, table: TableSession) -> None:
    panel = await court.select("Ana", court.card, ["steal"])
    assert panel.ephemeral
    assert "Steal (Captain): against whom?" in shown(panel)
    assert "steal" not in shown(court.card)
    await court.click("Ana", "Ben", panel)
    assert "**Ana** claims Captain to steal from **Ben**: challenge it" in shown(court.card)
    assert "Still to answer: **Ben** and **Cleo**" in shown(court.card)


async def test_the_card_offers_the_same_answers_for_any_hands(court: Court, table: TableSession) -> None:
    await court.slash("Ana", "coup act", action="steal", target="Ben")
    labels = [part.get("label") for part in controls(court.card)]
    assert labels == [
        "Challenge", "Block as Captain", "Block as Ambassador", "Allow", "My hand", "Rules",
    ]  # fmt: skip


async def test_actions_are_completed_for_the_player_whose_turn_it_is(court: Court, table: TableSession) -> None:
    async def offered(name: str) -> list[str]:
        found = await court[name].autocomplete(court.channel, "coup act", "action", "")
        return [choice["value"] for choice in found]

    assert "income" in await offered("Ana")
    assert await offered("Ben") == []
    await court.slash("Ana", "coup act", action="tax")
    assert await offered("Ben") == []  # Ben is asked, but for an answer


async def test_an_answer_never_shows_before_the_window_closes(court: Court, table: TableSession) -> None:
    await court.slash("Ana", "coup act", action="steal", target="Ben")
    await court.click("Ben", "Block as Captain")
    assert "Still to answer: **Cleo**." in shown(court.card)
    assert "claims Captain to stop" not in shown(court.card)
    await court.click("Cleo", "Allow")
    assert "**Ben** claims Captain to stop **Ana**" in shown(court.card)


@pytest.mark.parametrize(
    ("name", "label", "sentence"),
    [
        ("Dov", "Challenge", "You do not sit at this table"),
        ("Ana", "Challenge", "Nothing is asked of you now"),
        ("Cleo", "Block as Captain", "That answer is not open to you"),
        ("Dov", "My hand", "You do not sit at this table"),
    ],
)
async def test_a_click_that_does_nothing_says_why(
    court: Court, table: TableSession, name: str, label: str, sentence: str
) -> None:
    await court.slash("Ana", "coup act", action="steal", target="Ben")
    before = table.decisions
    assert sentence in said(await court.click(name, label))
    assert table.decisions == before


async def test_a_second_answer_and_a_stale_click_get_different_refusals(court: Court, table: TableSession) -> None:
    await court.slash("Ana", "coup act", action="steal", target="Ben")
    card = court.card
    await court.click("Ben", "Allow")
    assert "You have answered this already" in said(await court.click("Ben", "Challenge"))
    await court.click("Cleo", "Allow")
    assert court.card.id != card.id
    stale = next(part["custom_id"] for part in controls(card) if part.get("label") == "Challenge")
    frozen = next(message for message in court.channel.history() if message.id == card.id)
    assert not controls(frozen)
    before = table.decisions
    assert said(await court.forge_press("Cleo", stale, message=frozen)) == "That moment has passed."
    assert table.decisions == before
    assert not controls(next(message for message in court.channel.history() if message.id == card.id))


async def test_a_coup_is_confirmed_and_can_be_thought_better_of(court: Court, table: TableSession) -> None:
    await court.slash("Ana", "coup act", action="income")
    panel = await court.select("Ben", court.card, ["coup"])
    asked = (await court.click("Ben", "Ana", panel)).response
    assert "Coup **Ana** for 7 coins? It cannot be taken back." in shown(asked)
    back = (await court.click("Ben", "Back", asked)).response
    assert back is not None
    assert "It is your turn" in shown(back)
    panel = await court.select("Ben", back, ["coup"])
    asked = (await court.click("Ben", "Ana", panel)).response
    await court.click("Ben", "Coup Ana", asked)
    assert "**Ben** launched a coup against **Ana**" in shown(court.card)


async def test_private_choices_are_made_in_a_panel(court: Court, table: TableSession) -> None:
    await court.slash("Ana", "coup act", action="tax")
    await court.click("Ben", "Challenge")
    assert "is challenged on Duke" in shown(court.card)
    assert "Nothing is asked of you" in said(await court.click("Cleo", "Choose"))
    panel: Any = (await court.click("Ana", "Choose")).response
    assert panel.ephemeral
    assert "**Ben** challenges your Duke: show it or concede." in shown(panel)
    assert [part.get("label") for part in controls(panel)] == ["Show Duke", "Concede"]
    done = (await court.click("Ana", "Show Duke", panel)).response
    assert done is not None
    assert "You chose: Show Duke." in shown(done)
    assert "**Ana** showed Duke" in shown(court.card)
    panel = (await court.click("Ben", "Choose")).response
    assert [part["custom_id"].split(":")[-1] for part in controls(panel)] == ["lose.c0", "lose.c1"]
    await court.click("Ben", "Lose Contessa", panel)
    assert "lost Contessa" in shown(court.card)


async def test_conceding_the_last_card_is_confirmed(court: Court) -> None:
    table = await set_up(court, players=[player("Ana", hand=("duke",)), player("Ben"), player("Cleo")])
    await court.slash("Ana", "coup act", action="tax")
    await court.click("Ben", "Challenge")
    panel = (await court.click("Ana", "Choose")).response
    asked = (await court.click("Ana", "Concede", panel)).response
    assert "This is your last card" in shown(asked)
    await court.click("Ana", "Concede and leave", asked)
    assert table.game is not None
    assert not table.game.view(None)["players"][0]["alive"]


async def test_the_hand_shows_cards_and_what_can_be_done(court: Court, table: TableSession) -> None:
    text = said(await court.slash("Ben", "coup hand"))
    assert "You hold Assassin and Contessa." in text
    assert "8 coins" in text
    assert "The table waits for **Ana**." in text
    await court.slash("Ana", "coup act", action="tax")
    assert "**Ana** claims Duke for tax: challenge it or allow it." in said(await court.click("Ben", "My hand"))


async def test_commands_say_what_is_left_out_or_not_understood(court: Court, table: TableSession) -> None:
    assert "Say against whom" in said(await court.slash("Ana", "coup act", action="steal"))
    assert "“tribute” is not among the choices" in said(await court.slash("Ana", "coup act", action="tribute"))
    assert "It is not your turn" in said(await court.slash("Ben", "coup act", action="income"))
    assert "It is not your turn" in said(await court.slash("Ben", "coup answer", answer="challenge"))
    await court.slash("Ana", "coup act", action="tax")
    assert "“sing” is not among the choices" in said(await court.slash("Ben", "coup answer", answer="sing"))
    assert "That moment has passed" in said(await court.slash("Ben", "coup answer", answer="0 pass"))
    assert "You chose: Allow." in said(await court.slash("Ben", "coup answer", answer="allow"))


async def test_resigning_asks_once_more(court: Court, table: TableSession) -> None:
    result = await court.slash("Cleo", "coup resign")
    kept = (await court.click("Cleo", "Back", result.response)).response
    assert kept is not None
    assert "You play on." in shown(kept)
    await court.slash("Cleo", "coup resign", sure=True)
    assert "**Cleo** resigned" in shown(court.card)
    assert "You have resigned" in said(await court.slash("Cleo", "coup hand"))
    assert table.status is Status.PLAYING


async def test_the_end_reveals_everything_and_offers_a_rematch(court: Court, table: TableSession) -> None:
    await court.slash("Cleo", "coup resign", sure=True)
    await court.slash("Ben", "coup resign", sure=True)
    await court.slash("Ana", "coup act", action="income")
    end = next(message for message in court.channel.history() if "wins" in shown(message))
    assert "### Ana wins" in shown(end)
    assert table.commitment in shown(end)
    assert [part.get("label") for part in controls(end)] == ["Rematch", "Log", "Record"]
    assert "Turn 1: Ana" in said(await court["Ben"].click(end, label="Log"))
    record = (await court["Ben"].click(end, label="Record")).response
    assert record is not None
    assert record.ephemeral
    assert "You do not sit" in said(await court["Dov"].click(end, label="Rematch"))
    await court["Ben"].click(end, label="Rematch")
    assert "still to confirm" in shown(court.card)
    assert "Somebody has not confirmed" in said(await court.click("Ben", "Start"))
    assert said(await court.slash("Ana", "coup rematch")) == "You sit at the table."
    assert said(await court["Cleo"].click(end, label="Rematch")) == "You sit at the table."
    assert "sit at this table already" in said(await court["Cleo"].click(end, label="Rematch"))
    await court.click("Ben", "Start")
    assert "Turn 1: Ana" in shown(court.card)


async def test_time_runs_out_then_an_ai_plays_until_the_owner_is_back(court: Court, table: TableSession) -> None:
    for _ in range(12):
        if not table.seats[1].away:
            await court.env.advance_time(61)
    assert "an AI plays until they are back" in shown(court.card)
    await court.click("Ben", "I am back")
    assert not table.seats[1].away
    assert "in your seat already" in said(await court.click("Ben", "I am back"))


async def test_who_keeps_the_table_waiting_is_pinged_once(court: Court, table: TableSession) -> None:
    await court.slash("Ana", "coup act", action="tax")
    await court.env.advance_time(11)
    (ping,) = [message for message in court.channel.history() if "waiting for your answer" in message.content]
    assert f"<@{court['Ben'].id}>" in ping.content
    await court.click("Ben", "Allow")
    await court.click("Cleo", "Allow")
    assert not [m for m in court.channel.history() if "waiting for your answer" in m.content]


async def test_a_turn_pings_its_player_unless_opted_out(court: Court, table: TableSession) -> None:
    assert "no longer mentioned" in said(await court.slash("Cleo", "coup ping", switch="off"))
    await court.slash("Ana", "coup act", action="income")
    assert "Turn 2: Ben" in shown(court.card)
    assert court.pinged(court.card) == ["Ben"]
    await court.slash("Ben", "coup act", action="income")
    assert "Turn 3: Cleo" in shown(court.card)
    assert court.pinged(court.card) == []
    assert "From now on you are mentioned" in said(await court.slash("Cleo", "coup ping", switch="on"))
    for name in ("Cleo", "Ana", "Ben"):
        await court.slash(name, "coup act", action="income")
    assert "Turn 6: Cleo" in shown(court.card)
    assert court.pinged(court.card) == ["Cleo"]


async def test_a_reminder_pings_those_who_wait_unless_opted_out(court: Court, table: TableSession) -> None:
    await court.slash("Cleo", "coup ping", switch="off")
    await court.slash("Ana", "coup act", action="tax")
    await court.env.advance_time(11)
    (reminder,) = [message for message in court.channel.history() if "waiting for your answer" in message.content]
    assert all(f"<@{court[name].id}>" in reminder.content for name in ("Ben", "Cleo"))
    assert court.pinged(reminder) == ["Ben"]


async def test_the_card_comes_back_when_deleted_and_on_demand(court: Court, table: TableSession) -> None:
    first = court.card
    assert "at the bottom again" in said(await court.slash("Ben", "coup table"))
    assert court.card.id != first.id
    assert first.id not in [message.id for message in court.channel.history()]
    second = court.card
    await second.delete()
    await court.slash("Ana", "coup act", action="tax")
    assert court.card.id != second.id
    assert "claims Duke" in shown(court.card)


async def test_a_channel_out_of_reach_pauses_the_game(court: Court, table: TableSession) -> None:
    court.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="Missing Permissions")
    await court.slash("Ana", "coup act", action="income")
    assert table.status is Status.PAUSED
    assert "This table is paused" in said(await court.slash("Ben", "coup act", action="income"))
    await court.slash("Ana", "coup table")
    assert table.status is Status.PLAYING
    assert "Turn 2: Ben" in shown(court.card)


async def test_a_server_error_only_delays_the_card(court: Court, table: TableSession) -> None:
    court.env.inject_error("POST", "/channels/*/messages", status=503)
    await court.slash("Ana", "coup act", action="income")
    await court.env.advance_time(2)
    assert "Turn 2: Ben" in shown(court.card)


async def test_copies_by_dm_carry_working_buttons(court: Court, table: TableSession) -> None:
    assert "copy of your hand" in said(await court.slash("Ben", "coup dm", switch="on"))
    await court.slash("Ana", "coup act", action="tax")
    await court.click("Ben", "Challenge")
    await court.slash("Ana", "coup answer", answer="show duke")
    ben = court.users["Ben"]
    (*_, copy) = ben.dm_channel.history()
    assert f"The table in <#{court.channel.id}>" in shown(copy)
    assert "You lose a life" in shown(copy)
    await ben.click(copy, label="Lose Contessa")
    assert table.game is not None
    assert table.game.view(None)["players"][1]["lost"] == ["contessa"]
    answered, turn = ben.dm_channel.history()[-2:]
    assert "You chose: Lose Contessa." in shown(answered)
    assert "It is your turn" in shown(turn)


async def test_closed_dms_fall_back_to_one_ping(court: Court, table: TableSession) -> None:
    await court.bot.store.players.change(court["Ana"].id, dm=True)
    court.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await court.slash("Ana", "coup act", action="tax")
    await court.click("Ben", "Challenge")
    await court.slash("Ana", "coup answer", answer="concede")
    await court.slash("Ana", "coup answer", answer="lose captain")
    notes = [message for message in court.channel.history() if "Your DMs are closed" in message.content]
    assert len(notes) == 1
    assert (await court.bot.store.players.get(court["Ana"].id)).dms_closed
    assert "Your DMs are closed to me" in said(await court.slash("Ana", "coup dm", switch="on"))


async def test_closed_dms_ping_nobody_who_opted_out(court: Court, table: TableSession) -> None:
    await court.bot.store.players.change(court["Ana"].id, dm=True, ping=False)
    await court.bot.store.players.change(court["Ben"].id, dm=True)
    court.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await court.slash("Ana", "coup act", action="income")
    await court.slash("Ben", "coup act", action="income")
    await court.slash("Cleo", "coup act", action="income")
    notes = [message for message in court.channel.history() if "Your DMs are closed" in message.content]
    assert [court.pinged(note) for note in notes] == [["Ben"], []]
    assert f"<@{court['Ana'].id}>" in notes[1].content


async def test_a_protected_target_is_refused_by_the_rule_that_protects_it(court: Court) -> None:
    pool = ["banker", "director", "guerrilla", "peacekeeper", "foreign_consular"]
    names, hand = ("Ana", "Ben", "Cleo", "Dov"), ("banker", "director")
    await set_up(
        court,
        ruleset="g54",
        pool=pool,
        options={"free_pool": True, "advanced": True},
        players=[
            player(name, 8, hand if name in ("Ana", "Ben") else ("guerrilla", "peacekeeper")) for name in names
        ],
        tokens={"peacekeeping": "Ben", "treaty": ["Ana", "Cleo"]},
    )
    hand_shown = said(await court.slash("Ana", "coup hand"))
    for target, rule in (("Ben", "Peacekeeping"), ("Cleo", "treaty")):
        refusal = said(await court.slash("Ana", "coup act", action="guerrilla", target=target))
        assert rule in refusal
        assert refusal in hand_shown
    assert "not among the choices" in said(await court.slash("Ana", "coup act", action="guerrilla", target="Ana"))
    signed = said(await court.slash("Ana", "coup act", action="foreign_consular", recipient="Dov"))
    assert "You chose: Foreign Consular with Dov." in signed


async def test_a_partner_is_no_target(court: Court) -> None:
    hand = ("captain", "duke")
    await set_up(
        court,
        options={"teams": True},
        players=[
            player("Ana", 8),
            player("Ben", 2, hand),
            player("Cleo", 2, hand),
            player("Dov", 2, ("contessa",)),
        ],
    )
    assert "Cleo** is on your team" in said(await court.slash("Ana", "coup act", action="coup", target="Cleo"))
