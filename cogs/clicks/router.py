"""Router: passes each interaction with a button, select or form to the handler of its custom id."""

from collections.abc import Mapping
from typing import Any, Final

from bot.client import CoupBot
from bot.delivery.private_panels import DRAFT, HAND, LOBBY, MODERATION, READING, REFUSAL
from bot.refusals import MomentPassed
from bot.render.custom_id import CUSTOM_ID_PATTERN, CustomId
from cogs.clicks import game_control, information, lobby, moderation, play, pools, preferences
from cogs.clicks.click import Click, Handler
from cogs.common.checks import check_moderator
from cogs.common.context import Interaction, refuse, refuse_unhandled
from cogs.common.services.learning import learn, show_help
from cogs.common.services.moderation import show_bans, skip_wait
from cogs.common.services.new_table import open_table
from cogs.common.services.pools import show_pools

HANDLERS: Final[Mapping[str, Mapping[str, Handler]]] = {
    HAND: {
        "start": lobby.start,
        "solo": lobby.solo,
        "act": play.act,
        "pick": play.pick,
        "answer": play.answer,
        "allow": play.allow_until_turn,
        "sure": play.sure,
        "keep": play.keep,
        "gift": play.gift,
        "choose": play.choose,
        "more": play.more_time,
        "hand": play.hand,
        "panel": play.hand,
        "what": play.what,
        "hint": game_control.hint,
        "order": game_control.give_order,
        "unorder": game_control.drop_orders,
        "back": game_control.come_back,
        "resume": game_control.resume,
        "finish": game_control.finish,
        "again": game_control.another_lesson,
        "unlearn": game_control.end_lesson,
    },
    LOBBY: {
        "join": lobby.join,
        "joinsure": lobby.join_anyway,
        "leave": lobby.leave,
        "ai": lobby.add_ai,
        "addai": lobby.add_chosen_ai,
        "swap": lobby.swap,
        "deal": lobby.deal,
        "unai": lobby.free_seat,
        "host": lobby.host_menu,
        "set": lobby.settings,
        "form": lobby.change_settings,
        "poolpage": lobby.page_pools,
        "poolset": lobby.set_pool,
        "close": lobby.close,
        "rematch": lobby.rematch,
        "rematchsure": lobby.rematch_despite_warning,
        "call": preferences.call_from_menu,
        "calloff": preferences.leave_call_list,
    },
    READING: {
        "help": show_help,
        "new": open_table,
        "learn": learn,
        "coach": game_control.coach,
        "log": information.log,
        "record": information.record,
        "board": information.board,
        "boardseason": information.board,
        "played": information.played,
        "rules": information.rules,
        "fair": information.fair,
        "topic": information.topic,
        "role": information.role,
        "resign": game_control.resign,
        "stay": game_control.stay,
        "unchanged": game_control.unchanged,
        "erase": preferences.erase,
        "prefer": preferences.prefer,
        "avoid": preferences.avoid,
        "callout": preferences.call,
        "callme": preferences.switch_calls,
        "callclock": preferences.set_clock,
    },
    MODERATION: {
        "end": game_control.end,
        "skip": skip_wait,
        "ban": moderation.ask_for_ban,
        "banform": moderation.ban_member,
        "bans": show_bans,
        "unban": moderation.lift_ban,
        "audit": moderation.show_audit,
        "auditkind": moderation.show_audit,
        "audituser": moderation.show_audit,
        "config": moderation.choose_setting,
        "configswitch": moderation.switch_setting,
        "configpage": moderation.show_page,
        "pools": show_pools,
        "poolsave": pools.save,
        "poolturn": pools.page_choice,
        "pooldrop": pools.drop,
        "poolnew": moderation.ask_for_pool_name,
    },
    DRAFT: {
        "pool": pools.choose,
        "poolname": pools.create,
        "poolpick": pools.pick,
    },
}
"""The handlers of the operations that custom ids name, by the kind of the panels with which they respond.

Each handler checks who may use it. For MODERATION and DRAFT the router checks it at every click.
"""

_OPERATIONS: Final = {op: (kind, handler) for kind, group in HANDLERS.items() for op, handler in group.items()}


async def handle_control(interaction: Interaction) -> None:
    """Handles a click on a control, or the submission of a form, also of messages sent before a restart."""
    try:
        await _handle(interaction)
    except Exception as error:  # all errors of clicks and forms are handled here
        await refuse(interaction, error)
    else:
        interaction.client.dispatcher.panels.delete(0, interaction, REFUSAL)
    finally:
        # The object waits for the garbage collector, because its response refers to it; the message need not.
        interaction.extras.clear()


async def _handle(interaction: Interaction) -> None:
    """Calls the handler of a click's or form's custom id. Raises Refusal."""
    data: Mapping[str, Any] = interaction.data or {}
    match = CUSTOM_ID_PATTERN.fullmatch(str(data.get("custom_id")))
    if match is None or match["op"] not in _OPERATIONS:
        raise MomentPassed
    kind, operation = _OPERATIONS[match["op"]]
    click = Click(interaction, CustomId.of(match), kind)
    if kind in (MODERATION, DRAFT):
        await check_moderator(click)
    if interaction.guild_id is None and click.message_id is not None:
        async with interaction.client.dispatcher.direct_messages.pending_response(click.message_id):
            await operation(click)
    else:
        await operation(click)


async def setup(bot: CoupBot) -> None:
    """Adds the handlers of controls and forms, and of interactions that are refused before they are handled."""
    bot.interaction_router.handle_control = handle_control
    bot.add_listener(refuse_unhandled, "on_unhandled_interaction")
