"""What goes wrong on a real server: each is survived, and whoever caused it hears one clear sentence."""

from collections.abc import Awaitable, Callable

import pytest

from sandbox.driver import Message, Sandbox
from tests.bot.process import Bot
from tests.e2e.players import Player, play

Seat = Callable[..., Awaitable[list[Player]]]


@pytest.fixture
async def window(sandbox: Sandbox, bot: Bot, seated: Seat) -> tuple[Player, Player, Message]:
    """Ana and Ben play; one has claimed the Duke: who did, who may answer, and the card."""
    players = await seated("Ana", "Ben")
    await players[0].member.sees("Turn 1")
    for player in players:
        await player.member.sees("Turn 1")
    active, other = sorted(players, key=lambda player: not player.owes())
    await active.member.select(None, "Tax (Duke)")
    card = await other.member.sees("Still to answer")
    return active, other, card


async def test_a_click_after_its_window_changes_nothing(window: tuple[Player, Player, Message]) -> None:
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
    sandbox: Sandbox, window: tuple[Player, Player, Message]
) -> None:
    _, other, card = window
    eve = await sandbox.member("Eve")
    for label in ("Challenge", "Allow", "My hand"):
        reply = await eve.click(label, message=card)
        assert reply.message is not None
        assert reply.message.ephemeral
        assert "do not sit" in reply.text
    assert other.member.seen[card.id].text == card.text


async def test_every_interaction_delivered_twice_counts_once(sandbox: Sandbox, bot: Bot, seated: Seat) -> None:
    await sandbox.double_delivery()
    players = await seated("Ana", "Ben")
    await play(players)
    assert players[0].over


async def test_closed_dms_are_said_once_and_play_goes_on(sandbox: Sandbox, bot: Bot, seated: Seat) -> None:
    ana = await sandbox.member("Ana")
    await sandbox.close_dms("Ana")
    reply = await ana.slash("coup dm", switch="on")
    assert reply.message is not None
    assert reply.message.ephemeral
    players = await seated("Ana", "Ben")
    await play(players)
    assert players[0].over


async def test_a_deleted_card_is_posted_again(sandbox: Sandbox, window: tuple[Player, Player, Message]) -> None:
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
    await sandbox.deny("coup", "view_channel", "send_messages")
    active = next(player for player in players if player.may_go_on())
    await active.member.slash("coup act", action="income")
    await bot.says("The game is paused")
    await sandbox.deny("coup")
    await ana.slash("coup table")
    await ana.sees("Turn 2")
    await play(players)
    assert players[0].over


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
    await play(players)
    assert players[0].over
    turns = [message.text.split("\n")[0] for message in players[0].member.messages()]
    assert len(turns) == len(set(turns)), turns


async def test_a_dropped_gateway_is_resumed(sandbox: Sandbox, window: tuple[Player, Player, Message]) -> None:
    _, other, card = window
    await sandbox.drop_gateway(code=0, resumable=True)
    await other.member.until(lambda: other.member.online, what="the bot come back")
    await other.member.click("Allow", message=card)
    await other.member.sees("Turn 2")
