"""The bot's account, guilds and application (emojis, commands), the gateway's address, and direct channels."""

from sandbox.discord.checks.errors import ApiError, invalid
from sandbox.discord.emojis import ApplicationEmojis
from sandbox.discord.guild import Guild
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json, is_list, is_object

routes = Routes()
APPLICATION = "/applications/{application_id}"
EMOJIS = APPLICATION + "/emojis"
COMMANDS = APPLICATION + "/commands"
GUILD_COMMANDS = APPLICATION + "/guilds/{guild_id}/commands"
LOCALIZATIONS = ("name_localizations", "description_localizations")


@routes.on("GET", "/users/@me")
def get_own_user(discord: Discord, _: Call) -> Json:
    """The bot's own account."""
    return discord.world.bot.payload() | {"verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}


@routes.on("GET", "/users/@me/guilds")
def get_own_guilds(discord: Discord, _: Call) -> list[Json]:
    """The guilds that the bot is in."""
    world = discord.world
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
def open_direct(discord: Discord, call: Call) -> Json:
    """The direct channel with an account; opens it if there is none."""
    recipient = str(call.form.get("recipient_id"))
    user = discord.world.users.get(int(recipient)) if recipient.isdecimal() else None
    if user is None:
        raise invalid(("recipient_id",), "NUMBER_TYPE_COERCE", f'Value "{recipient}" is not a user.')
    if user.bot:
        raise ApiError(50007)
    return discord.world.direct_channel(user).payload()


@routes.on("GET", "/gateway", open=True)
def get_gateway(discord: Discord, call: Call) -> Json:
    """The gateway's address."""
    return {"url": discord.gateway.url_at(call.host)}


@routes.on("GET", "/gateway/bot")
def get_gateway_bot(discord: Discord, call: Call) -> Json:
    """The gateway's address and the number of shards to use."""
    limit = discord.gateway.start_limit.payload(discord.world.now())
    return {"url": discord.gateway.url_at(call.host), "shards": discord.world.shards, "session_start_limit": limit}


@routes.on("GET", "/oauth2/applications/@me")
def get_application(discord: Discord, _: Call) -> Json:
    """The bot's application, owned by the first guild's owner."""
    world = discord.world
    owner = world.users[world.first_guild.owner_id]
    return {
        **dict.fromkeys(("icon", "type", "team", "interactions_endpoint_url"), None),
        **dict.fromkeys(("flags", "explicit_content_filter", "approximate_user_install_count"), 0),
        "id": str(world.application_id),
        "name": world.bot.name,
        "description": "",
        "summary": "",
        "bot": world.bot.payload(),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "hook": True,
        "redirect_uris": [],
        "role_connections_verification_url": None,
        "owner": owner.payload(),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_authorization_count": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "flags_new": "0",
        "integration_types_config": {"0": {}},
    }


def _guild(discord: Discord, call: Call) -> Guild:
    guild = discord.world.guilds.get(call.id("guild_id"))
    if guild is None or discord.world.bot.id not in guild.members:
        raise ApiError(10004)
    return guild


@routes.on("GET", "/guilds/{guild_id}")
def get_guild(discord: Discord, call: Call) -> Json:
    """A guild."""
    guild = _guild(discord, call)
    counts = ("approximate_member_count", "approximate_presence_count") if call.query.get("with_counts") else ()
    return guild.payload() | dict.fromkeys(counts, len(guild.members))


@routes.on("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(discord: Discord, call: Call) -> Json:
    """One member."""
    member = _guild(discord, call).members.get(call.id("user_id"))
    if member is None:
        raise ApiError(10007)
    return member.with_user()


def _check_application(discord: Discord, call: Call) -> None:
    if call.id("application_id") != discord.world.application_id:
        raise ApiError(50001)


def _emojis(discord: Discord, call: Call) -> ApplicationEmojis:
    _check_application(discord, call)
    return discord.world.emojis


@routes.on("GET", EMOJIS)
def get_emojis(discord: Discord, call: Call) -> Json:
    """All emojis."""
    return {"items": [emoji.payload() for emoji in _emojis(discord, call).values()]}


@routes.on("POST", EMOJIS, status=201)
def create_emoji(discord: Discord, call: Call) -> Json:
    """Creates an emoji."""
    return _emojis(discord, call).create(call.form).payload()


@routes.on("DELETE", EMOJIS + "/{emoji_id}")
def delete_emoji(discord: Discord, call: Call) -> None:
    """Deletes an emoji."""
    _emojis(discord, call).delete(call.id("emoji_id"))


def _scope(discord: Discord, call: Call) -> int | None:
    """The id of the guild whose commands the request is about; None for those that are registered everywhere."""
    _check_application(discord, call)
    guild_id = call.id("guild_id") if "guild_id" in call.params else None
    if guild_id is not None and guild_id not in discord.world.guilds:
        raise ApiError(50001)
    return guild_id


@routes.on("GET", COMMANDS)
@routes.on("GET", GUILD_COMMANDS)
def get_commands(discord: Discord, call: Call) -> list[Json]:
    """All commands of a scope, with their texts in all languages only if asked for."""
    commands = discord.commands.all(_scope(discord, call))
    if call.query.get("with_localizations") == "true":
        return commands
    return [{key: value for key, value in command.items() if key not in LOCALIZATIONS} for command in commands]


@routes.on("PUT", COMMANDS)
@routes.on("PUT", GUILD_COMMANDS)
def replace_commands(discord: Discord, call: Call) -> list[Json]:
    """Replaces all commands of a scope."""
    scope = _scope(discord, call)
    if not is_list(call.body) or not all(is_object(form) for form in call.body):
        raise invalid((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    return discord.commands.replace(scope, call.body)
