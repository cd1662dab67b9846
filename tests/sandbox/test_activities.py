"""Activities: the entry point, which Discord registers and which every bulk overwrite must include."""

from typing import Any

import pytest

from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.sandbox.conftest import Rest
from tests.sandbox.demo_bot import DemoBot

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
