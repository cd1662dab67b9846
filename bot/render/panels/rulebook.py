"""The rules inside Discord: by topic and by role, of one ruleset or of a running table."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.render.cards.lobby import options_lines
from bot.render.controls import select, view
from bot.render.ids import Press
from bot.render.phrases import Phrases
from bot.render.words import Words
from bot.tables.session import TableSession
from engine import ROLES, RULESETS

RULES_COLOUR: Final = 0x7A5C9E
TOPICS: Final = (
    "overview", "turn", "challenge", "block", "lives", "coup", "time", "two_player", "teams", "inquisitor",
    "short", "mcguire", "g54", "tokens", "fairness",
)  # fmt: skip
TABLE_TOPIC: Final = "table"


def rules_panel(topic: str, w: Words, table: TableSession | None = None) -> ui.LayoutView:
    """One topic of the rules, with a select of the others; `table` is what the channel plays, if anything."""
    topics = (TABLE_TOPIC, *TOPICS) if table is not None else TOPICS
    press = Press("topic", table.id if table is not None else 0)
    body = _table_text(table, w) if topic == TABLE_TOPIC and table is not None else w(f"rules-{topic}")
    return view(
        f"{w('rules-title', topic=w(f'topic-{topic}'))}\n{body}",
        rows=[[select(press, w("parameter-topic"), [(each, w(f"topic-{each}"), "") for each in topics])]],
        colour=RULES_COLOUR,
    )


def role_panel(card: str, w: Words) -> ui.LayoutView:
    """What a role, or one of the special copies, does."""
    role = ROLES[card.rstrip("*")]
    category = w(f"category-{role.category}")
    meta = w("role-meta-advanced" if role.advanced else "role-meta", category=category)
    name = Phrases(w, ()).role(card)
    return view(
        f"{w('role-title', role=name)}\n{meta}\n{role_help(card, w)}",
        colour=RULES_COLOUR,
    )


def role_help(card: str, w: Words) -> str:
    """A role's text: one to three lines."""
    return w(f"help-{card.replace('*', '-special')}")


def roles_of(table: TableSession) -> Sequence[str]:
    """The cards in play at a table, special copies last; empty while they are not drawn yet."""
    if table.game is not None:
        pool = list(table.game.view(None)["roles"])
    else:
        pool = list(table.pool or RULESETS[table.ruleset].roles)
    return [*sorted(pool), *(f"{role}*" for role in RULESETS[table.ruleset].special)]


def _table_text(table: TableSession, w: Words) -> str:
    phrases = Phrases(w, ())
    lines = [f"**{w(f'ruleset-{table.ruleset}')}**. {w(f'about-{table.ruleset}')}", *options_lines(table, w)]
    roles = roles_of(table)
    if not roles:
        lines.append(w("lobby-roles-drawn"))
    lines += [f"**{phrases.role(card)}**: {role_help(card, w).replace(chr(10), ' ')}" for card in roles]
    return "\n".join(lines)
