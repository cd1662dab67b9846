"""Roles, and selects of users, roles and channels: what the bot learns, what pages see, what Discord refuses."""

from contextlib import nullcontext
from typing import Any

import pytest

from sandbox.discord.checks.errors import ApiError
from sandbox.discord.checks.messages import check_message
from sandbox.driver import DrivenMember, Sandbox
from tests.sandbox.demo_bot import DemoBot


@pytest.mark.parametrize(
    ("select", "is_valid"),
    [
        ({"type": 5, "default_values": [{"id": "1", "type": "user"}]}, True),
        ({"type": 5, "min_values": 0, "default_values": []}, True),
        ({"type": 6, "default_values": [{"id": "1", "type": "user"}]}, False),
        ({"type": 7, "max_values": 2, "default_values": [{"id": str(n), "type": "role"} for n in (1, 2)]}, True),
        ({"type": 8, "default_values": [{"id": str(n), "type": "channel"} for n in (1, 2)]}, False),
    ],
)
def test_preselected_values_fit_their_select(select: dict[str, Any], is_valid: bool) -> None:
    message = {"components": [{"type": 1, "components": [{"custom_id": "x", **select}]}]}
    with nullcontext() if is_valid else pytest.raises(ApiError):
        check_message(message, flags=0, emojis=(), files=[])


@pytest.mark.slow
async def test_a_role_is_known_to_the_bot_and_to_pages_until_it_is_deleted(
    sandbox: Sandbox, bot: DemoBot, ana: DrivenMember, ben: DrivenMember
) -> None:
    role = int(await sandbox.add_role("Guard", "Ben"))
    await ana.until(lambda: ana.roles.get("Guard") == str(role), what="the role")
    await ben.slash("demo count")
    holder: Any = bot.heard[-1].user
    assert [each.id for each in holder.roles[1:]] == [role]
    await sandbox.delete_role("Guard")
    await ana.until(lambda: "Guard" not in ana.roles, what="the role gone")
    await ben.slash("demo count")
    holder = bot.heard[-1].user
    assert holder.roles[1:] == []
    assert bot.guilds[0].get_role(role) is None
    with pytest.raises(ValueError, match="delete_role"):
        await sandbox.delete_role("@everyone")
