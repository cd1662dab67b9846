"""The panel in which a moderator edits a pool of roles. The roles chosen so far are stored in its selects."""

from collections.abc import Sequence
from typing import Final

from bot.render.controls import BLUE, GREEN, GREY, Layout, button, layout, select
from bot.render.custom_id import CustomId
from bot.render.icons import NO_ICONS, Icons
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import pool_title
from bot.tables.games.pool_figures import survey_here
from engine import ROLES, RULESETS
from engine.catalogue import POOL_RULESET
from engine.editions.g54.pools import POOL_SIZE

POOL_COLOUR: Final = 0x7A5C9E
FREE: Final = "free"
STRICT: Final = "strict"


def pool_panel(
    name: str, roles: Sequence[str], texts: Texts, icons: Icons = NO_ICONS, *, free: bool = False, note: str = ""
) -> Layout:
    """Returns the panel: a select for each category, what the pool lacks, Save. `free` allows any five roles."""
    phrases, labels = Phrases(texts, (), icons=icons), Phrases(texts, ())
    missing = missing_text(roles, texts, free=free)
    chosen = phrases.cards(roles) if roles else texts("nothing")
    mode = FREE if free else STRICT
    rows = [
        [
            select(
                CustomId("pool", 0, 0, f"{mode}.{category}.{name}"),
                texts("pool-choose", category=texts(f"category-{category}"), count=count),
                [(role, labels.role(role), _hint(role, texts), icons.emoji(role)) for role in _roles_of(category)],
                count=POOL_SIZE if free else count,
                least=0,
                chosen=roles,
            )
        ]
        for category, count in RULESETS[POOL_RULESET].draw.items()
    ]
    other = STRICT if free else FREE
    last = [
        button(CustomId("poolsave", 0, 0, f"{mode}.{name}"), texts("pool-save"), GREEN if not missing else GREY),
        button(CustomId("pool", 0, 0, f"{other}..{name}"), texts("pool-strict" if free else "pool-free"), BLUE),
    ]
    return layout(
        note,
        texts("pool-title", name=pool_title(name)),
        "\n".join(
            (
                texts("pool-free-on") if free else texts("pool-choose-hint"),
                texts("pool-have", roles=chosen),
                texts("pool-incomplete", missing=missing) if missing else _survey_text(roles, phrases),
            )
        ),
        rows=[*rows, last],
        colour=POOL_COLOUR,
    )


def missing_text(roles: Sequence[str], texts: Texts, *, free: bool) -> str:
    """Returns what a pool still lacks; an empty text if it is complete."""
    if free:
        return "" if len(set(roles)) == POOL_SIZE else texts("pool-needs-five", have=len(set(roles)))
    short: list[str] = []
    for category, count in RULESETS[POOL_RULESET].draw.items():
        have = sum(ROLES[role].category == category for role in set(roles))
        if have != count:
            short.append(texts("pool-needs", category=texts(f"category-{category}"), have=have, count=count))
    return texts.join(short)


def _survey_text(roles: Sequence[str], phrases: Phrases) -> str:
    """Returns a line about how hard a pool is to play and, if the laboratory has surveyed it, about its games."""
    texts, known = phrases.texts, survey_here()
    lines = [texts("pool-balance", advanced=sum(ROLES[role].advanced for role in roles))]
    if known is None:
        return lines[0]
    found = known.figures(roles)
    if found is None:
        return f"{lines[0]}\n{texts('pool-unknown')}"
    wins = found.wins
    least, most = min(wins, key=wins.__getitem__), max(wins, key=wins.__getitem__)
    lines += [
        texts("pool-even", level=_level(known.share_below("balance", found.balance))),
        texts("pool-lively", level=_level(known.share_below("liveliness", found.liveliness))),
        texts("pool-length", beginners=found.beginners_turns, turns=found.turns),
        texts("pool-first", percent=_percent(found.first)),
        texts(
            "pool-wins",
            most=phrases.role(most),
            often=_percent(wins[most]),
            least=phrases.role(least),
            seldom=_percent(wins[least]),
        ),
        texts("pool-source"),
    ]
    return "\n".join(lines)


def _level(share: float) -> str:
    """Returns whether a pool is in the lowest, middle or highest third of all pools."""
    return "low" if share < 1 / 3 else "medium" if share < 2 / 3 else "high"


def _percent(part: float) -> int:
    return round(100 * part)


def _roles_of(category: str) -> list[str]:
    return sorted(role for role, card in ROLES.items() if card.category == category)


def _hint(role: str, texts: Texts) -> str:
    mark = f"{texts('advanced-mark')}. " if ROLES[role].advanced else ""
    return f"{mark}{texts(f'help-{role}').splitlines()[0]}"
