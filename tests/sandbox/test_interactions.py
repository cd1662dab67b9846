"""An unmodified client and its members: commands, components, modals, activities, every kind of response."""

from typing import Any

import discord
import pytest

from sandbox.discord.interactions import dispatcher
from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.sandbox.conftest import Rest, refusal
from tests.sandbox.demo_bot import DemoBot


async def test_a_command_gets_a_private_response_with_a_button(bot: DemoBot, ana: DrivenMember, ben: DrivenMember):
    reply = await ana.slash("demo count")
    assert reply.text == "Counted 0"
    await ana.sees("Only you know")
    assert ben.find("Only you know") is None
    reply = await ben.click("More")
    assert reply.text == "Counted 1"
    await ana.sees("Counted 1")
    assert len(ana.messages()) == 1


async def test_commands_have_options_choices_and_autocomplete(bot: DemoBot, ana: DrivenMember, ben: DrivenMember):
    assert (await ana.slash("demo echo", text="tax")).text == "tax"
    assert (await ana.slash("demo echo", text="tax", loud=True)).text == "TAX"
    assert await ana.choices("demo echo", "text", "t") == [{"name": "tax", "value": "tax"}]
    reply = await ben.slash("demo show", member="Ana", number=5)
    assert reply.text == f"Ana 5 {discord.Permissions.all().value}"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("demo nonsense", {}),
        ("nonsense", {}),
        ("demo", {}),
        ("demo echo", {}),
        ("demo echo", {"text": "x" * 21}),
        ("demo echo", {"text": "x", "loud": "yes"}),
        ("demo echo", {"text": "x", "other": 1}),
        ("demo show", {"member": "Nobody"}),
        ("demo show", {"member": "Ana", "number": 6}),
        ("demo show", {"member": "Ana", "number": "1"}),
    ],
)
async def test_bots_never_get_what_clients_refuse(bot: DemoBot, ana: DrivenMember, command: str, options: dict):
    with pytest.raises(DriverError):
        await ana.slash(command, **options)
    assert bot.heard == []


async def test_the_menu_of_a_member_has_a_command(bot: DemoBot, ana: DrivenMember):
    assert (await ana.menu("Greet", "Ben")).text == "Hello Ben"
    with pytest.raises(DriverError, match="No command"):
        await ana.menu("Insult", "Ben")


async def test_default_permissions_hide_a_command(bot: DemoBot, ana: DrivenMember, ben: DrivenMember):
    assert (await ana.slash("manage")).text == "True True"
    assert "manage" not in [command["name"] for command in ben.commands]
    with pytest.raises(DriverError):
        await ben.slash("manage")


async def test_selects_and_buttons_work_with_deferred_edits(bot: DemoBot, ana: DrivenMember, ben: DrivenMember):
    panel = (await ana.slash("demo panel")).message
    assert panel
    assert panel.enabled == ["Form", "Nothing", "Silent"]
    reply = await ben.select("Action", "Tax", "Coup")
    assert reply.text == "Picked tax, coup"
    assert reply.message in ben.ephemerals()
    assert reply.message not in ana.ephemerals()
    assert (await ben.select("Whom", "Cleo", message=panel)).text == "Chose Cleo"
    assert (await ana.click("Nothing")).text == "A panel"
    assert (await ana.sees("Nothing came of it")).edited
    with pytest.raises(DriverError, match="Choose 1 to 2"):
        await ben.select("Action", message=panel)
    with pytest.raises(DriverError, match="not offered"):
        await ben.select("Action", "Assassinate", message=panel)
    with pytest.raises(DriverError, match="nothing to press"):
        await ben.click("Locked")


async def test_a_modal_can_be_opened_and_submitted(bot: DemoBot, ana: DrivenMember, ben: DrivenMember):
    await ana.slash("demo panel")
    modal = (await ana.click("Form")).modal
    assert modal
    assert modal.title == "A form"
    assert list(modal.fields) == ["Name", "Colour"]
    with pytest.raises(DriverError, match="2 to 10"):
        await ana.fill(modal, {"Name": "x", "Colour": "red"})
    assert (await ana.fill(modal, {"Name": "Ana", "Colour": "red"})).text == "Ana likes red"
    with pytest.raises(DriverError, match="no longer open"):
        await ana.fill(modal, {"Name": "Ana", "Colour": "red"})


@pytest.mark.parametrize("hidden", [True, False])
async def test_a_deferred_response_has_followups(bot: DemoBot, ana: DrivenMember, ben: DrivenMember, hidden: bool):
    reply = await ana.slash("demo think", hidden=hidden)
    assert reply.message
    assert reply.message.loading
    await ana.until(lambda: ana.find("Thought twice") and not ana.find("ore"))
    last = ana.find("Thought twice")
    assert last
    assert (last.id, last.loading, last.ephemeral) == (reply.message.id, False, hidden)
    assert bool(ben.find("Thought twice")) is not hidden
    assert bot.errors == []


async def test_an_interaction_without_a_response_fails_in_time(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await ana.slash("demo panel")
    assert dispatcher.RESPONSE_SECONDS == 3
    await sandbox.respond_within(0.2)
    with pytest.raises(DriverError, match="This interaction failed"):
        await ana.click("Silent")
    assert await refusal(bot.heard[-1].response.send_message("Too late")) == 10062


async def test_a_token_expires_after_fifteen_minutes(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await ana.slash("demo echo", text="x")
    await bot.heard[-1].edit_original_response(content="in time")
    await sandbox.advance(15 * 60)
    assert await refusal(bot.heard[-1].edit_original_response(content="y")) == 50027
    assert await refusal(bot.heard[-1].followup.send("y")) == 50027


async def test_an_ephemeral_message_is_not_in_its_channel(bot: DemoBot, ana: DrivenMember):
    await ana.slash("demo panel")
    secret = (await ana.select("Action", "Tax")).message
    assert secret
    channel = bot.get_partial_messageable(int(secret.channel_id))
    assert await refusal(channel.fetch_message(int(secret.id))) == 10008
    await ana.dismiss(secret)
    await ana.until(lambda: not ana.ephemerals())


async def test_a_click_on_a_deleted_message_is_not_delivered(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    panel = (await ana.slash("demo panel")).message
    assert panel
    await sandbox.delete_message(panel.id, panel.channel_id)
    await ana.until(lambda: not ana.messages())
    with pytest.raises(DriverError, match="deleted"):
        await ana.click("Nothing", message=panel)
    assert (
        await refusal(
            bot.get_partial_messageable(int(panel.channel_id)).get_partial_message(int(panel.id)).edit(content="x")
        )
        == 10008
    )
    assert await refusal(bot.heard[0].edit_original_response(content="x")) == 10008


async def test_direct_messages_arrive_unless_they_are_closed(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await ana.slash("demo whisper")
    await ana.sees("Whispered")
    [whisper] = ana.dms()
    assert (await ana.select("Action", "Tax", message=whisper)).text == "Picked tax"
    assert bot.heard[-1].context.dm_channel
    assert bot.heard[-1].guild is None
    await ana.settings(dms_closed=True)
    await ana.slash("demo whisper")
    await ana.sees("Closed: 50007")
    ana.channel = "@dm"
    with pytest.raises(DriverError):
        await ana.slash("demo panel")


async def test_an_interaction_can_be_delivered_twice(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await sandbox.double_delivery()
    assert (await ana.slash("demo echo", text="x")).text == "x"
    await ana.slash("demo echo", text="y")
    assert [interaction.id for interaction in bot.heard[::2]] == [
        interaction.id for interaction in bot.heard[1::2]
    ]
    assert len(ana.messages()) == 2
    assert {getattr(error, "code", None) for error in bot.errors} <= {40060}


async def test_a_member_says_something(bot: DemoBot, ana: DrivenMember, ben: DrivenMember):
    await ana.say("Too long" + "x" * 2000)
    await ana.say(f"Hello <@{ben.id}>")
    message = await ben.sees("Hello")
    assert not ben.find("Too long")
    assert message.author == "Ana"
    assert message.mentions == [ben.id]
    theirs = bot.get_partial_messageable(int(message.channel_id)).get_partial_message(int(message.id))
    assert await refusal(theirs.edit(content="x")) == 50005


async def test_a_click_finds_a_message_in_the_members_channel(bot: DemoBot, ana: DrivenMember):
    await ana.slash("demo panel")
    here = ana.channel
    ana.channel = next(name for name in ana.channels if name != here)
    with pytest.raises(DriverError, match="sees nothing to press"):
        await ana.click("Nothing")
    ana.channel = here
    assert (await ana.click("Nothing")).text == "A panel"


OURS = {"name": "demo", "description": "A command", "type": 1}


async def commands_path(rest: Rest) -> str:
    return f"/applications/{(await rest.sandbox.state())['application_id']}/commands"


async def test_an_overwrite_without_the_entry_point_is_refused(sandbox: Sandbox, rest: Rest) -> None:
    path = await commands_path(rest)
    entry_point = await sandbox.enable_activities()
    assert (entry_point["type"], entry_point["handler"]) == (4, 2)
    status, answer = await rest("PUT", path, [OURS])
    assert (status, answer["code"]) == (400, 50240)
    assert "Entry Point" in answer["message"]
    assert await rest("GET", f"{path}?with_localizations=true") == (200, [entry_point])

    sent_back = {key: entry_point[key] for key in ("name", "type", "handler", "contexts", "integration_types")}
    status, registered = await rest("PUT", path, [OURS, sent_back])
    assert status == 200
    assert entry_point in registered, "nothing about it has changed, its version included"


async def test_an_overwrite_resets_missing_fields_of_the_entry_point(sandbox: Sandbox, rest: Rest) -> None:
    path = await commands_path(rest)
    await sandbox.enable_activities(name_localizations={"de": "Starten"})
    [listed] = (await rest("GET", path))[1]
    assert "name_localizations" not in listed, "Discord lists them only when asked to"
    _, [registered] = await rest("PUT", path, [{"name": "Launch", "type": 4}])
    assert registered["name_localizations"] is None
    assert registered["handler"] == 1


@pytest.mark.parametrize(
    ("guild", "form"), [(True, {"name": "Launch", "type": 4}), (False, OURS | {"handler": 1})]
)
async def test_a_guild_has_no_entry_point_and_one_handler(rest: Rest, guild: bool, form: dict[str, Any]) -> None:
    path = await commands_path(rest)
    if guild:
        own = (await rest.sandbox.state())["guilds"][0]["id"]
        path = path.replace("/commands", f"/guilds/{own}/commands")
    status, answer = await rest("PUT", path, [form])
    assert (status, answer["code"]) == (400, 50035)


async def test_a_member_opens_an_activity(sandbox: Sandbox, bot: DemoBot, ana: DrivenMember) -> None:
    with pytest.raises(DriverError, match="no Activity"):
        await ana.launch()
    await sandbox.enable_activities()
    with pytest.raises(DriverError, match="launches this Activity itself"):
        await ana.launch()
    assert "Launch" not in [command["name"] for command in ana.commands]
