"""Tonight's court: the roles in play, in a game whose roles were drawn or chosen from a pool."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from bot.render.icons import Icons
from bot.render.message_pictures import Illustrated, beside_card
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases, role_help
from bot.render.view_model import TableView
from engine import RULESETS

_MOST_PICTURES: Final = 6
"""The most roles that have a picture each; more have an emoji, so that a message has at most 40 components."""


def opens_with_court(view: TableView) -> bool:
    """Returns whether the message is the first of a game with a pool, which presents the roles."""
    return bool(RULESETS[view.ruleset].draw) and view.phase.turn == 0 and view.game.prompt == "act"


def court_texts(view: TableView) -> Iterator[str | Illustrated]:
    """Yields a heading and the roles in play, each with its picture, its name and what it does in one line."""
    title, roles = f"### {view.texts('court')}", _sorted_roles(view.texts, tuple(view.game.view["roles"]))
    if len(roles) > _MOST_PICTURES:
        lines = (f"**{view.phrases.role(role)}** {_summary(view, role)}" for role in roles)
        yield "\n".join((title, *lines))
        return
    for number, role in enumerate(roles):
        text = f"**{view.labels.role(role)}**\n{_summary(view, role)}"
        yield beside_card(text if number else f"{title}\n{text}", role, view, is_joined=bool(number))


def roles_text(view: TableView) -> str:
    """Returns the names of the roles in play, in small print; an empty text in a game without a pool."""
    if not RULESETS[view.ruleset].draw:
        return ""
    return view.texts("table-roles", roles=_role_names(view.texts, view.icons, tuple(view.game.view["roles"])))


@lru_cache(maxsize=256)
def _role_names(texts: Texts, icons: Icons, roles: tuple[str, ...]) -> str:
    """Returns the names of roles, alphabetically. Cached, because every message of a game has the same."""
    return ", ".join(map(Phrases(texts, (), icons=icons).role, _sorted_roles(texts, roles)))


def _sorted_roles(texts: Texts, roles: tuple[str, ...]) -> list[str]:
    return sorted(roles, key=Phrases(texts, ()).role)


def _summary(view: TableView, role: str) -> str:
    return role_help(role, view.texts).partition("\n")[0]
