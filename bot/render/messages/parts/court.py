"""Tonight's court: the roles in play, in a game whose roles were drawn or chosen from a pool."""

from functools import lru_cache

from bot.render.icons import Icons
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases, role_help
from bot.render.view_model import TableView
from engine import RULESETS


def opens_with_court(view: TableView) -> bool:
    """Returns whether the message is the first of a game with a pool, which presents the roles."""
    return bool(RULESETS[view.ruleset].draw) and view.phase.turn == 0 and view.game.prompt == "act"


def court_text(view: TableView) -> str:
    """Returns a heading and the roles in play, each with its emblem, its name and what it does in small print."""
    roles = _sorted_roles(view.texts, tuple(view.game.view["roles"]))
    lines = (f"**{view.phrases.role(role)}**\n-# {_summary(view, role)}" for role in roles)
    return "\n".join((f"### {view.texts('court')}", *lines))


def roles_text(view: TableView) -> str:
    """Returns the names of the roles in play, in small print; an empty text in a game without a pool."""
    if not RULESETS[view.ruleset].draw:
        return ""
    return view.texts("table-roles", roles=_role_names(view.texts, view.icons, tuple(view.game.view["roles"])))


@lru_cache(maxsize=256)
def _role_names(texts: Texts, icons: Icons, roles: tuple[str, ...]) -> str:
    """Returns the names of roles, alphabetically. Cached, because every message of a game has the same."""
    return texts.join([*map(Phrases(texts, (), icons=icons).role, _sorted_roles(texts, roles))], "comma")


def _sorted_roles(texts: Texts, roles: tuple[str, ...]) -> list[str]:
    return sorted(roles, key=Phrases(texts, ()).role)


def _summary(view: TableView, role: str) -> str:
    return role_help(role, view.texts).partition("\n")[0]
