"""Moderators at work over the sandbox: roles, selects of channels and roles, the form of a ban; and a call."""

from sandbox.driver import Sandbox
from tests.harness.processes.bot import Bot


async def test_a_moderator_rules_a_server_by_its_panels(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben, cleo = [await sandbox.member(name) for name in ("Ana", "Ben", "Cleo")]
    await sandbox.add_role("Guard", "Ben")
    await sandbox.add_channel("games")
    await ana.until(lambda: "Guard" in ana.roles and "games" in ana.channels, what="the role and the channel")
    page = (await ana.click("Moderation", message=(await ana.slash("coup-config show")).message)).message
    page = (await ana.select("Choose a moderator role, or none", "Guard", message=page)).message
    assert page is not None
    assert f"or <@&{ana.roles['Guard']}>" in page.text
    page = (await ana.select("Choose channels (none: all)", "games", message=page)).message
    assert page is not None
    assert f"Games may run in <#{ana.channels['games']}>" in page.text
    refused = await cleo.slash("coup new")
    assert f"Play in <#{ana.channels['games']}>" in refused.text
    form = (await ana.click("Ban a member", message=page)).modal
    assert form is not None
    bans = await ana.fill(
        form, {"Member": "Cleo", "For how long": "7 days", "Reason (only moderators see it)": "spam"}
    )
    assert "**Cleo**" in bans.text
    assert "Reason: spam" in bans.text
    cleo.channel = "games"
    await cleo.until(lambda: "games" in cleo.channels, what="games")
    assert "banned you from games" in (await cleo.slash("coup new")).text
    ben.channel = "games"
    await ben.until(lambda: "games" in ben.channels, what="games")
    assert "Players: 1 of 6" in (await ben.slash("coup new")).text
    await sandbox.delete_role("Guard")
    log = await ana.slash("coup-config audit", moderator="Ana")
    assert "banned" in log.text
    assert "set the moderator role" in log.text
