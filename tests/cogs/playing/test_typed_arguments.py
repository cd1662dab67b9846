"""Ambiguous arguments of `/coup act` and `/coup answer`, and players' names that resemble each other."""

from typing import Any

import pytest

from bot.tables.table import Table
from cogs.coup.play import Choices
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, said, shown
from tests.harness.tables import game_of

HANDS = [("captain", "duke"), ("captain", "duke"), ("assassin", "contessa"), ("assassin", "contessa")]
POOL = ["banker", "farmer", "communist", "customs_officer", "guerrilla"]
ROLES = [("banker", "farmer"), ("banker", "farmer"), ("communist", "guerrilla"), ("communist", "guerrilla")]
NAMES = [("2", "Cleo", "1"), ("1", "2", "3"), ("#1", "1", "##2"), ("0", "#0", "02"), ("ana", "ANA", "aNa")]


async def seat(guild: SimGuild, *names: str, **position: Any) -> Table:
    """Sets up a table at which Ana has the turn and 7 coins, and the other members have these names."""
    for name in names:
        guild.members[name] = guild.discord_guild.add_member(guild.env.create_user(name))
    coins, hands = (7, *([2] * len(names))), ROLES if "pool" in position else HANDS
    players = [player(name, coins, hand) for name, coins, hand in zip(("Ana", *names), coins, hands, strict=False)]
    return await set_up(guild, players=players, **position)


def couped(table: Table) -> int | None:
    """The seat against which the last coup was launched."""
    events = [event for turn in table.state.story for event in turn if event["type"] == "action"]
    return next((event["target"] for event in reversed(events) if event["action"] == "coup"), None)


async def offered(guild: SimGuild, field: str, **filled: str) -> list[str]:
    """The values that autocomplete offers Ana for a field of `/coup act`, in the order of the seats."""
    found = await guild["Ana"].autocomplete(guild.channel, "coup act", field, "", **filled)
    return [choice["value"] for choice in found]


@pytest.mark.parametrize("names", NAMES)
def test_a_name_and_a_value_picked_from_the_list_mean_one_player(names: tuple[str, ...]) -> None:
    choices = Choices({str(seat): name for seat, name in enumerate(("Ana", *names))})
    for seat, name in choices.labels.items():
        assert choices.matches(name) == choices.matches(choices.key(seat)) == {seat}


async def test_a_typed_name_means_the_player_of_that_name(guild: SimGuild) -> None:
    table = await seat(guild, "2", "Cleo", "1")
    await guild.slash("Ana", "coup act", action="coup", target="1")
    assert couped(table) == 3


async def test_a_player_picked_from_the_list_is_meant(guild: SimGuild) -> None:
    table = await seat(guild, "#1", "1", "##2")
    values = await offered(guild, "target", action="coup")
    await guild.slash("Ana", "coup act", action="coup", target=values[1])
    assert couped(table) == 2


async def test_names_that_differ_only_in_case_are_distinguished(guild: SimGuild) -> None:
    table = await seat(guild, "kim", "KIM")
    assert "“Kim” fits more than one" in said(await guild.slash("Ana", "coup act", action="coup", target="Kim"))
    assert couped(table) is None
    await guild.slash("Ana", "coup act", action="coup", target="KIM")
    assert couped(table) == 2


async def test_if_only_one_of_two_players_can_be_meant_that_one_is(guild: SimGuild) -> None:
    table = await seat(guild, "kim", "KIM", "Lee")
    await guild.slash("KIM", "coup resign", sure=True)
    await guild.slash("Ana", "coup act", action="income")
    for name in ("kim", "Lee", "Ana"):
        await guild.slash(name, "coup act", action="income")
    await guild.slash("kim", "coup act", action="income")
    await guild.slash("Lee", "coup act", action="income")
    await guild.slash("Ana", "coup act", action="coup", target="Kim")
    assert couped(table) == 1


@pytest.mark.parametrize("name", ["1", "banker"])
async def test_recipient_and_role_are_understood_whatever_the_names_are(guild: SimGuild, name: str) -> None:
    await seat(guild, "Cleo", name, ruleset="g54", pool=POOL)
    await guild.slash("Ana", "coup act", action="FARMER", recipient=name)
    assert f"claims Farmer to take 3 coins and give 1 to **{name}**" in shown(guild.live_message)
    for other in ("Cleo", name):
        await guild.slash(other, "coup answer", answer="ALLOW")
    assert "claims Customs Officer to get 1 coin for each claim of Banker" in said(
        await guild.slash("Cleo", "coup act", action="customs officer", role="BANKER")
    ) or "claims Customs Officer to get 1 coin for each claim of Banker" in shown(guild.live_message)


async def test_a_name_that_no_target_has_is_refused_in_a_sentence(guild: SimGuild) -> None:
    table = await seat(guild, "Cleo", "3")
    for typed in ("-1", "1" * 40, "#", "action", "None", " ", "Ana", "nobody", "🂡"):
        told = said(await guild.slash("Ana", "coup act", action="coup", target=typed))
        assert ("cannot target yourself" if typed == "Ana" else "is not a choice now") in told
    assert couped(table) is None
    await guild.slash("Ana", "coup act", action="coup", target="2")
    assert couped(table) == 2, "the list's value for seat 2, which is nobody's name"


async def test_a_verb_that_fits_several_answers_is_not_guessed(guild: SimGuild) -> None:
    table = await seat(guild, "Cleo", "3")
    await guild.slash("Ana", "coup act", action="coup", target="Cleo")
    assert "“lose” fits more than one" in said(await guild.slash("Cleo", "coup answer", answer="lose"))
    assert "“2” is not a choice now" in said(await guild.slash("Cleo", "coup answer", answer="2"))
    await guild.slash("Cleo", "coup answer", answer="lose duke")
    assert game_of(table).table.lost[1] == ("duke",)
