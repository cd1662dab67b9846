"""The bot's account and application, the gateway's address, other accounts, and direct channels."""

from typing import TYPE_CHECKING

from sandbox.discord.checks.refusal import Refusal, invalid
from sandbox.discord.rest.routes import Call, Routes
from sandbox.json_helpers import Json

if TYPE_CHECKING:
    from sandbox.discord.rest.api import Api

routes = Routes()


@routes.on("GET", "/users/@me")
def get_own_user(api: "Api", _: Call) -> Json:
    """The bot's own account."""
    return api.world.bot.payload() | {"verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}


@routes.on("GET", "/users/{user_id}")
def get_user(api: "Api", call: Call) -> Json:
    """An account."""
    user = api.world.users.get(call.id("user_id"))
    if user is None:
        raise Refusal(10013)
    return user.payload()


@routes.on("GET", "/users/@me/guilds")
def get_own_guilds(api: "Api", _: Call) -> list[Json]:
    """The guilds that the bot is in."""
    world = api.world
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(guild.permissions_of(world.bot.id)),
            "features": [],
        }
        for guild in world.guilds.values()
        if world.bot.id in guild.members
    ]


@routes.on("POST", "/users/@me/channels")
def open_direct(api: "Api", call: Call) -> Json:
    """The direct channel with an account, opened if need be."""
    recipient = str(call.form.get("recipient_id"))
    user = api.world.users.get(int(recipient)) if recipient.isdecimal() else None
    if user is None:
        raise invalid(("recipient_id",), "NUMBER_TYPE_COERCE", f'Value "{recipient}" is not a user.')
    if user.bot:
        raise Refusal(50007)
    return api.world.direct_channel(user).payload()


@routes.on("GET", "/gateway", open=True)
def get_gateway(api: "Api", call: Call) -> Json:
    """The gateway's address."""
    return {"url": api.gateway.url_at(call.host)}


@routes.on("GET", "/gateway/bot")
def get_gateway_bot(api: "Api", call: Call) -> Json:
    """The gateway's address and the number of shards to use."""
    limit = api.gateway.starts.payload(api.world.now())
    return {"url": api.gateway.url_at(call.host), "shards": api.world.shards, "session_start_limit": limit}


@routes.on("GET", "/oauth2/applications/@me")
@routes.on("GET", "/applications/@me")
def get_application(api: "Api", _: Call) -> Json:
    """The bot's application, owned by the first guild's owner."""
    world = api.world
    owner = world.users[world.first_guild.owner_id]
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": world.bot.payload(),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 1 << 19,
        "hook": True,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": owner.payload(),
        "team": None,
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "flags_new": str(1 << 19),
        "integration_types_config": {"0": {}},
    }
