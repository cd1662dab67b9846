"""A table laid in the stand-in for whoever opens its page: AI seats are ready, Start is one click away."""

import asyncio
from typing import Any, Final

import aiohttp

PATIENCE: Final = 30.0  # seconds for the bot to connect and register its commands
SEATS: Final = 4
PACE: Final = "slow"  # a newcomer reads


async def lay_table(page: str) -> None:
    """Opens a lobby with AI seats as the stand-in's first member, once the bot is there.

    `page` is the stand-in's address. Raises TimeoutError if the bot does not come, and aiohttp.ClientError.
    """
    async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
        async with session.get(f"{page}control") as answer:
            members: dict[str, str] = (await answer.json())["guilds"][0]["members"]
        host = next(iter(members.values()))
        async with session.ws_connect(f"{page}client?member={host}") as socket:
            known = await socket.receive_json()
            while not (known["online"] and any(command["name"] == "coup" for command in known["commands"])):
                known |= await socket.receive_json()
            await socket.send_json(_open_table(known["channels"][0]["id"]))
            while (await socket.receive_json())["t"] != "ack":
                pass


def _open_table(channel_id: str) -> dict[str, Any]:
    options = [{"name": "seats", "type": 4, "value": SEATS}, {"name": "pace", "type": 3, "value": PACE}]
    return {
        "t": "slash",
        "nonce": "welcome",
        "channel_id": channel_id,
        "name": "coup",
        "options": [{"name": "new", "type": 1, "options": options}],
    }
