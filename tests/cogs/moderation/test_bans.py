"""Bans, and the private lists of members to avoid: what they prevent, when they end, and who learns of them."""

from typing import Any

import pytest

from tests.cogs.moderation.pages import moderation_page
from tests.harness.discord import SimGuild, controls, said, shown

pytestmark = pytest.mark.slow

HOUR, DAY = 3600.0, 86400.0


async def ban(guild: SimGuild, name: str, **options: Any) -> str:
    """Ana bans a member. Returns the bot's response."""
    return said(await guild.slash("Ana", "coup-config ban", member=guild[name], **options))


async def test_a_banned_member_neither_opens_joins_nor_plays_again(guild: SimGuild) -> None:
    table = await guild.play("Ben", "Cleo")
    banned = await ban(guild, "Ben")
    assert banned.startswith("Banned. Games in progress continue.")
    assert banned.count(f"<@{guild['Ben'].id}>") == banned.count("for ever") == 1, "the list names the member"
    assert table.state.is_running, "a running game goes on"
    seat = table.state.seats[table.state.owing()[0]].name
    await guild.slash(seat, "coup resign", sure=True)
    await guild.env.advance_time(60)
    ended = guild.channel.history()[-1]
    assert "banned you from games" in said(await guild["Ben"].click(ended, label="Rematch"))
    assert "banned you from games" in said(await guild.slash("Ben", "coup rematch"))
    assert "banned you from games" in said(await guild.slash("Ben", "coup new"))
    await guild.slash("Cleo", "coup rematch")
    assert [seat.name for seat in guild.table.state.seats] == ["Cleo"], "no seat waits for a banned member"
    assert "banned you from games" in said(await guild.click("Ben", "Join"))
    assert "banned you from games" in said(await guild.slash("Ben", "coup join"))
    assert "banned you from games" in said(await guild.slash("Ben", "coup learn"))
    assert [seat.name for seat in guild.table.state.seats] == ["Cleo"]


async def test_a_ban_frees_the_seats_in_open_lobbies(guild: SimGuild) -> None:
    await guild.slash("Ben", "coup new")
    await guild.click("Cleo", "Join")
    await ban(guild, "Ben")
    assert [seat.name for seat in guild.table.state.seats] == ["Cleo"]
    assert guild.table.state.host_id == guild["Cleo"].id
    assert "Ben" not in shown(guild.live_message)
    refused = await guild.forge_click("Cleo", f"coup:1:swap:{guild.table.id}:0", f"m{guild['Ben'].id}", "x")
    assert said(refused)
    await ban(guild, "Cleo")
    assert "closed" in shown(guild.channel.history()[-1])


async def test_the_time_of_a_ban_is_read(guild: SimGuild) -> None:
    for time, seconds in (("12h", DAY / 2), ("3 days", 3 * DAY), ("2w", 14 * DAY), ("1 day", DAY)):
        assert f"until <t:{int(guild.bot.clock.now() + seconds)}:f>" in await ban(guild, "Ben", time=time)


async def test_a_ban_ends_at_its_time(guild: SimGuild) -> None:
    until = int(guild.bot.clock.now() + HOUR)
    await ban(guild, "Ben", time="1h")
    assert f"until <t:{until}:f>" in said(await guild.slash("Ben", "coup new"))
    await guild.env.advance_time(HOUR + 1)
    assert "Players: 1 of 6" in said(await guild.slash("Ben", "coup new"))
    assert "Nobody is banned" in shown(await moderation_page(guild))
    assert "is not banned" in said(await guild.slash("Ana", "coup-config unban", member=guild["Ben"]))


async def test_a_time_that_cannot_be_read_bans_nobody(guild: SimGuild) -> None:
    for time in ("soon", "0d", "2001-01-01", "2030-13-01", "99999d"):
        assert "is not a time in the future" in await ban(guild, "Ben", time=time), time
    assert "Players: 1 of 6" in said(await guild.slash("Ben", "coup new"))


async def test_only_moderators_see_the_reason_of_a_ban(guild: SimGuild) -> None:
    assert "*shouts*" not in await ban(guild, "Ben", reason="*shouts* at Cleo", time="2999-12-31")
    assert "shouts" not in said(await guild.slash("Ben", "coup new"))
    bans = (await guild.click("Ana", "See bans", await moderation_page(guild))).response
    assert "Reason: \\*shouts\\* at Cleo" in shown(bans)
    assert f"by <@{guild['Ana'].id}>" in shown(bans)
    for operation in ("bans", "ban", "audit", "unban"):
        assert "Only a moderator" in said(await guild.forge_click("Ben", f"coup:1:{operation}:0:0", message=bans))
    lifted = await guild.select("Ana", bans, [str(guild["Ben"].id)], "Lift a ban")
    assert "may play here again" in shown(lifted)
    assert "Nobody is banned" in shown(lifted)
    log = said(await guild.slash("Ana", "coup-config audit"))
    assert f"banned <@{guild['Ben'].id}> from games until <t:32503593600:f>. Reason: \\*shouts\\* at Cleo" in log
    assert "lifted the ban" in log
    assert "Players: 1 of 6" in said(await guild.slash("Ben", "coup new"))


async def test_a_form_asks_whom_to_ban_for_how_long_and_why(guild: SimGuild) -> None:
    for opens in ("the command", "the button"):
        if opens == "the command":
            form = await guild.slash("Ana", "coup-config ban")
        else:
            form = await guild.click("Ana", "Ban a member", await moderation_page(guild))
        assert form.modal is not None
        sent = await guild["Ana"].submit_modal(form, {"member": [guild["Dov"]], "time": ["7d"], "reason": "late"})
        assert "**Dov**" in said(sent)
        assert "Reason: late" in said(sent)
    assert "banned you from games on this server until" in said(await guild.slash("Dov", "coup new"))


async def test_a_ban_by_command_replaces_the_settings_that_show_no_ban(guild: SimGuild) -> None:
    page = await moderation_page(guild)
    assert "Nobody is banned" in shown(page)
    for command, expected in (("ban", "**Dov**"), ("unban", "Nobody is banned")):
        panel = (await guild.slash("Ana", f"coup-config {command}", member=guild["Dov"])).response
        await guild.env.settle()
        assert panel is not None
        assert expected in shown(panel)
        mine = [each for each in guild.channel.history(viewer=guild["Ana"]) if each.flags.ephemeral]
        assert [each.id for each in mine] == [panel.id], "no older panel tells otherwise"


async def test_a_member_who_has_left_can_be_banned_and_unbanned_by_name(guild: SimGuild) -> None:
    await ban(guild, "Dov")
    guild.discord_guild.remove_member(guild["Dov"])
    bans = (await guild.slash("Ana", "coup-config unban")).response
    assert "**Dov**" in shown(bans)
    assert "may play here again" in shown(await guild.select("Ana", bans, [str(guild["Dov"].id)], "Lift a ban"))


async def test_a_bot_needs_no_ban(guild: SimGuild) -> None:
    bot = guild.env.create_user("Helper", bot=True)
    guild.members["Helper"] = guild.discord_guild.add_member(bot)
    assert "Bots do not play" in await ban(guild, "Helper")


async def test_many_bans_are_shown_in_pages(guild: SimGuild) -> None:
    for number in range(20):
        name = f"Guest {number}"
        guild.members[name] = guild.discord_guild.add_member(guild.env.create_user(name))
        await ban(guild, name)
    bans = (await guild.slash("Ana", "coup-config unban")).response
    assert shown(bans).count("for ever") == 8
    last = await guild.click("Ana", "Newer", (await guild.click("Ana", "Newer", bans)).response)
    assert "Page 3 of 3" in said(last)
    (select,) = (part for part in controls(last.response) if part["type"] == 3)
    assert len(select["options"]) == said(last).count("for ever") == 4


async def avoid(guild: SimGuild, name: str, *others: str) -> Any:
    """A member chooses whom to avoid. Returns the panel of settings."""
    panel = (await guild.slash(name, "coup settings")).response
    return await guild.choose(name, panel, "Choose members to avoid", *(guild[other] for other in others))


async def test_a_member_edits_the_own_list_in_the_settings(guild: SimGuild) -> None:
    panel = await avoid(guild, "Ben", "Ana", "Cleo")
    assert f"<@{guild['Ana'].id}> and <@{guild['Cleo'].id}>" in shown(panel)
    assert panel.ephemeral
    (select,) = (part for part in controls(panel) if part["type"] == 5)
    assert {each["id"] for each in select["default_values"]} == {str(guild[name].id) for name in ("Ana", "Cleo")}
    assert "rather not sit with: nobody" in shown(await avoid(guild, "Ben"))
    assert "rather not sit with: nobody" in shown(await avoid(guild, "Ben", "Ben")), "nobody avoids himself"
    assert "rather not sit with: nobody" in said(await guild.slash("Cleo", "coup settings"))


@pytest.mark.parametrize("by_command", [True, False])
async def test_joining_a_table_with_an_avoided_member_asks_first(guild: SimGuild, by_command: bool) -> None:
    await guild.slash("Cleo", "coup new")
    await avoid(guild, "Ben", "Cleo")
    before = shown(guild.live_message)
    asked = await (guild.slash("Ben", "coup join") if by_command else guild.click("Ben", "Join"))
    assert asked.response is not None
    assert asked.response.ephemeral
    assert "At this table: Cleo." in said(asked)
    assert shown(guild.live_message) == before
    assert "Nothing has changed" in said(await guild.click("Ben", "Back", asked.response))
    asked = await guild.click("Ben", "Join")
    assert "You joined the table" in said(await guild.click("Ben", "Join anyway", asked.response))
    await guild.env.advance_time(2)
    assert "2. **Ben**" in shown(guild.live_message)
    assert "already have a seat" in said(await guild.click("Ben", "Join")), "who sits there is not asked again"


async def test_those_who_are_avoided_are_asked_nothing(guild: SimGuild) -> None:
    await guild.slash("Cleo", "coup new")
    await avoid(guild, "Cleo", "Ben")
    await guild.click("Ben", "Join")
    assert "2. **Ben**" in shown(guild.live_message)


async def test_a_closed_lobby_is_refused_without_a_question(guild: SimGuild) -> None:
    await guild.play("Cleo", "Dov")
    await avoid(guild, "Ben", "Cleo")
    assert "You are not in this game" in said(await guild.slash("Ben", "coup join"))


async def test_a_rematch_with_an_avoided_member_asks_first(guild: SimGuild) -> None:
    table = await guild.play("Ben", "Cleo")
    await avoid(guild, "Ben", "Cleo")
    await guild.slash(table.state.seats[table.state.owing()[0]].name, "coup resign", sure=True)
    ended = guild.channel.history()[-1]
    asked = await guild["Ben"].click(ended, label="Rematch")
    assert "At this table: Cleo." in said(asked)
    assert "The rematch is in" in said(await guild.click("Ben", "Join anyway", asked.response))
    assert guild.table.state.host_id == guild["Ben"].id
    await guild["Cleo"].click(ended, label="Rematch")
    assert all(seat.ready for seat in guild.table.state.seats)
