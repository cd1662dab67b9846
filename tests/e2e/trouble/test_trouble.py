"""What goes wrong on a real server: each is survived, and whoever caused it reads one clear sentence."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.discord.interactions.interaction import payload
from sandbox.driver import DriverError, Message, Sandbox
from tests.harness.players import HumanPlayer, play
from tests.harness.processes import Bot
from tests.harness.watcher import decided

Seat = Callable[..., Awaitable[list[HumanPlayer]]]


@pytest.fixture
async def window(sandbox: Sandbox, bot: Bot, seated: Seat) -> tuple[HumanPlayer, HumanPlayer, Message]:
    """Ana and Ben play; one has claimed the Duke: who did, who may answer, and the card."""
    players = await seated("Ana", "Ben")
    await players[0].member.sees("Turn 1")
    for player in players:
        await player.member.sees("Turn 1")
    active, other = sorted(players, key=lambda player: not player.owes())
    await active.member.select(None, "Tax (Duke)")
    card = await other.member.sees("Still to answer")
    return active, other, card


async def test_a_click_after_its_window_changes_nothing(window: tuple[HumanPlayer, HumanPlayer, Message]) -> None:
    _, other, card = window
    panel = (await other.member.click("My hand", message=card)).message
    assert panel is not None
    assert panel.ephemeral
    await other.member.click("Allow", message=card)
    following = await other.member.sees("Turn 2")
    late = await other.member.click("Challenge", message=panel)
    assert late.message is not None
    assert late.message.ephemeral
    assert "moment has passed" in late.text
    assert other.member.seen[following.id].text == following.text


async def test_a_strangers_click_is_answered_and_changes_nothing(
    sandbox: Sandbox, window: tuple[HumanPlayer, HumanPlayer, Message]
) -> None:
    _, other, card = window
    eve = await sandbox.member("Eve")
    for label in ("Challenge", "Allow", "My hand"):
        reply = await eve.click(label, message=card)
        assert reply.message is not None
        assert reply.message.ephemeral
        assert "do not sit" in reply.text
    assert other.member.seen[card.id].text == card.text


async def test_the_same_press_twice_counts_once(
    sandbox: Sandbox, window: tuple[HumanPlayer, HumanPlayer, Message], database: Path
) -> None:
    _, other, card = window
    before = decided(database)
    await sandbox.double_delivery()
    presses = [other.member.click("Allow", message=card) for _ in range(2)]
    replies = await asyncio.gather(*presses)
    await other.member.sees("Turn 2")
    assert decided(database) == before + 1
    assert sorted("moment has passed" in reply.text for reply in replies) == [False, True]


async def test_an_answer_that_is_cut_off_has_counted_all_the_same(
    sandbox: Sandbox, window: tuple[HumanPlayer, HumanPlayer, Message], database: Path
) -> None:
    _, other, card = window
    before = decided(database)
    await sandbox.fault("POST /interactions/*/*/callback", drop="before")
    reply = await other.member.click("Allow", message=card)
    assert "did not get through" in reply.text
    await other.member.sees("Turn 2")
    assert decided(database) == before + 1


async def test_closed_dms_fall_back_to_one_ping(sandbox: Sandbox, bot: Bot, seated: Seat) -> None:
    ana = await sandbox.member("Ana")
    await ana.slash("coup dm", switch="on")
    await ana.sees("you get a copy")
    await sandbox.close_dms("Ana")
    players = await seated("Ana", "Ben")
    ping = await ana.sees("your DMs are closed")
    assert ping.mentions == [ana.id]
    await play(players, until=6)
    assert not any("your DMs are closed" in message.text for message in ana.messages()), (
        "it went with its question"
    )


async def test_a_copy_by_dm_has_buttons_that_work(sandbox: Sandbox, bot: Bot, seated: Seat) -> None:
    ben = await sandbox.member("Ben")
    await ben.slash("coup dm", switch="on")
    players = await seated("Ana", "Ben")
    await ben.until(lambda: any("Your hand" in message.text for message in ben.dms()), what="a copy of the hand")
    await ben.sees("Turn 1")
    if not players[1].owes():
        await players[0].member.slash("coup act", action="income")
        await ben.until(lambda: ben.dms()[-1].selects, what="the turn, by DM")
    reply = await ben.select(None, "Income", message=ben.dms()[-1])
    assert reply.message is not None
    assert "Income" in reply.text


async def test_a_deleted_card_is_posted_again(
    sandbox: Sandbox, window: tuple[HumanPlayer, HumanPlayer, Message]
) -> None:
    _, other, card = window
    await sandbox.delete_message(card)
    await other.member.until(lambda: card.id not in other.member.seen, what="the card go")
    await other.member.slash("coup answer", answer="Allow")
    again = await other.member.sees("Turn 2")
    assert again.id != card.id


async def test_a_channel_out_of_reach_pauses_the_game_until_it_is_resumed(
    sandbox: Sandbox, bot: Bot, seated: Seat
) -> None:
    players = await seated("Ana", "Ben")
    ana = players[0].member
    await ana.sees("Turn 1")
    await ana.until(lambda: ana.find("A table of Coup") is None, what="the lobby's card go")
    await sandbox.deny("coup", "view_channel", "send_messages")
    active = next(player for player in players if player.may_go_on())
    await active.member.slash("coup act", action="income")
    await bot.says("The game is paused")
    await sandbox.deny("coup")
    await ana.slash("coup table")
    await ana.sees("Turn 2")
    await play(players, until=6)


async def test_a_table_is_not_opened_where_the_bot_may_not_speak(sandbox: Sandbox, bot: Bot) -> None:
    ana = await sandbox.member("Ana")
    await sandbox.deny("coup", "send_messages")
    reply = await ana.slash("coup new")
    assert reply.message is not None
    assert reply.message.ephemeral
    assert "Send Messages" in reply.text


@pytest.mark.parametrize(
    "fault",
    [
        {"route": "POST /channels/*/messages", "status": 500},
        {"route": "POST /channels/*/messages", "status": 503},
        {"route": "POST /channels/*/messages", "drop": "after"},
        {"route": "PATCH /channels/*/messages/*", "status": 429},
        {"route": "PATCH /channels/*/messages/*", "drop": "before"},
    ],
    ids=lambda fault: f"{fault['route'].split()[0]}-{fault.get('status', fault.get('drop'))}",
)
async def test_requests_that_fail_are_made_good(
    sandbox: Sandbox, bot: Bot, seated: Seat, fault: dict[str, str | int]
) -> None:
    settings = {name: value for name, value in fault.items() if name != "route"}
    await sandbox.fault(str(fault["route"]), **settings)
    players = await seated("Ana", "Ben")
    await play(players, until=6)
    turns = [message.text.split("\n")[0] for message in players[0].member.messages()]
    assert len(turns) == len(set(turns)), turns


async def test_a_dropped_gateway_is_resumed(
    sandbox: Sandbox, window: tuple[HumanPlayer, HumanPlayer, Message]
) -> None:
    _, other, card = window
    await sandbox.drop_gateway(code=0, resumable=True)
    await other.member.until(lambda: other.member.online, what="the bot come back")
    await other.member.click("Allow", message=card)
    await other.member.sees("Turn 2")


async def test_one_table_a_channel_limited_seats_and_an_end_by_moderators(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben = await sandbox.member("Ana"), await sandbox.member("Ben")
    await ben.slash("coup new", ruleset="classic", seats=6)
    assert "has a table already" in (await ana.slash("coup new")).text
    await ana.sees("A table of Coup")
    assert "6. **Ana**" in (await ana.click("Join")).text
    assert "Only the host" in (await ana.click("Start")).text
    await ben.click("Start")
    assert "started already" in (await ana.slash("coup join")).text
    with pytest.raises(DriverError):
        await ben.slash("coup-config end")
    await ana.slash("coup-config end")
    assert "ended" in (await ana.click("End the game")).text
    assert "no table" in (await ben.slash("coup hand")).text


async def test_one_press_delivered_twice_seats_one_ai(sandbox: Sandbox, bot: Bot) -> None:
    await sandbox.double_delivery()
    ana = await sandbox.member("Ana")
    await ana.slash("coup new")
    reply = await ana.click("Add medium AI")
    assert "Seated: 2 of 6" in reply.text
    reply = await ana.click("Add medium AI")
    assert "Seated: 3 of 6" in reply.text


async def test_a_table_whose_command_discord_forgot_is_shown_all_the_same(sandbox: Sandbox, bot: Bot) -> None:
    ana = await sandbox.member("Ana")
    await sandbox.fault("POST /interactions/*/*/callback", status=404, code=10062)
    with pytest.raises(DriverError):
        await ana.slash("coup new")
    await ana.sees("A table of Coup")
    assert "Seated: 2 of 6" in (await ana.click("Add medium AI")).text


async def test_interactions_that_tell_no_more_than_they_must_are_understood(
    sandbox: Sandbox, bot: Bot, seated: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def barely(*told: Any) -> dict[str, Any]:
        body = payload(*told)
        left_out = ("guild", "guild_locale", "locale", "entitlements", "authorizing_integration_owners", "context")
        spoken = {key: value for key, value in body.items() if key not in left_out}
        spoken["channel"] = {key: body["channel"][key] for key in ("id", "type")}
        if "message" in body:
            spoken["message"] = body["message"] | {"components": [], "flags": 0}
        return spoken

    monkeypatch.setattr("sandbox.discord.interactions.dispatcher.payload", barely)
    players = await seated("Ana", "Ben")
    await play(players)
    assert players[0].over
