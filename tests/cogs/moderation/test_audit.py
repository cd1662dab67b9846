"""The audit log: pages and filters."""

import pytest

from bot.store.repositories.audit import Entry
from tests.harness.discord import SimGuild, controls, said, shown

pytestmark = pytest.mark.slow


async def fill(guild: SimGuild) -> None:
    """Ana sets 20 paces, and Cleo ends 12 games."""
    for number in range(32):
        name, action = ("Ana", "pace") if number < 20 else ("Cleo", "ended")
        entry = Entry(1000.0 + number, guild[name].id, action, f"number {number}")
        await guild.bot.store.audit.add(guild.discord_guild.id, entry)


async def test_the_log_begins_with_the_newest_page(guild: SimGuild) -> None:
    assert "Nothing yet" in said(await guild.slash("Ana", "coup-config audit"))
    await fill(guild)
    log = (await guild.slash("Ana", "coup-config audit")).response
    assert "Page 4 of 4" in shown(log)
    assert shown(log).index("number 31") < shown(log).index("number 22")
    for _ in range(3):
        log = (await guild.click("Ana", "Older", log)).response
    assert "Page 1 of 4" in shown(log)
    assert "number 0" in shown(log)
    assert "number 2\n" not in shown(log)
    assert "Page 2 of 4" in said(await guild.click("Ana", "Newer", log))
    assert "Page 4 of 4" in said(await guild.forge_click("Ana", "coup:1:audit:0:0:999999.all.", message=log))


async def test_the_log_shows_one_moderator_or_one_kind_of_actions(guild: SimGuild) -> None:
    await fill(guild)
    log = (await guild.slash("Ana", "coup-config audit", kind="games")).response
    assert "Page 2 of 2" in shown(log)
    assert "set the pace" not in shown(log)
    older = (await guild.click("Ana", "Older", log)).response
    assert "Page 1 of 2" in shown(older)
    assert "number 20" in shown(older)
    log = await guild.choose("Ana", older, "Show only one moderator", guild["Ana"])
    assert "Nothing yet" in shown(log), "Ana ended no game"
    log = await guild.select("Ana", log, ["settings"], "Show only some actions")
    assert "number 19" in shown(log)
    log = await guild.choose("Ana", log, "Show only one moderator")
    assert "number 19" in shown(log), "Cleo changed no setting"
    log = (await guild.slash("Ana", "coup-config audit", moderator=guild["Cleo"])).response
    assert "Page 2 of 2" in shown(log)
    assert [part["default_values"] for part in controls(log) if part["type"] == 5] == [
        [{"id": str(guild["Cleo"].id), "type": "user"}]
    ]
