"""The pools of a server: their list, choices for moderators and hosts, and the panel in which one is edited."""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from bot.render.controls import BLUE, GREEN, RED, Control, Layout, button, confirmation, layout, select
from bot.render.custom_id import CustomId
from bot.render.icons import NO_ICONS, Icons
from bot.render.paging import page_buttons, page_footer, page_of, paged_text, pages_of
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import POOL_NAME_CHARACTERS, clean, pool_title
from bot.render.view_model import TableView
from engine import ROLES, RULESETS
from engine.catalogue import POOL_RULESET, has_pool, pool_cards, pool_ruleset
from engine.editions.g54.pool_survey import Survey, survey
from engine.editions.g54.pools import POOL_SIZE, breaks_categories
from engine.errors import NoSurvey

log = logging.getLogger(__name__)

POOL_COLOUR: Final = 0x7A5C9E
_FREE: Final = "free"
_STRICT: Final = "strict"


class PoolRule(NamedTuple):
    """The rule that a pool keeps: the ruleset whose cards it may have, and whether it may be any five roles."""

    ruleset: str = POOL_RULESET
    free: bool = False

    def __str__(self) -> str:
        return f"{_FREE if self.free else _STRICT}-{self.ruleset}"

    @classmethod
    def read(cls, text: str) -> "PoolRule | None":
        """Returns the rule that a text names; None if there is none."""
        mode, _, ruleset = text.partition("-")
        return cls(ruleset, mode == _FREE) if mode in (_FREE, _STRICT) and has_pool(ruleset) else None

    @classmethod
    def of(cls, pool: Sequence[str]) -> "PoolRule":
        """Returns the rule that a pool keeps."""
        ruleset = pool_ruleset(pool)
        return cls(ruleset, breaks_categories(ruleset, pool))


USUAL_RULE: Final = PoolRule()


def pool_list(pools: Mapping[str, Sequence[str]], page: int, texts: Texts, icons: Icons = NO_ICONS) -> Layout:
    """Returns a page, counted from 0, of the pools with their roles."""
    phrases = Phrases(texts, icons=icons)
    lines = [
        texts("pool-line", name=pool_title(name), roles=phrases.cards(roles)) for name, roles in pools.items()
    ]
    title = texts("pool-list-title", count=len(lines)) if lines else texts("pool-list-none")
    return paged_text(title, pages_of(lines), page, lambda number: CustomId("pools", str(number)), texts)


def lobby_pool_choice(view: TableView, pools: Sequence[str], page: int) -> Layout:
    """Returns a select of pools that sets the pool of a lobby; `page` counts from 0."""
    return _choice(
        pools, page, view.control_id("poolset"), lambda to: view.control_id("poolpage", str(to)), view.texts
    )


def pool_choice(purpose: str, pools: Sequence[str], page: int, texts: Texts) -> Layout:
    """Returns a select of the pool to edit or delete (`purpose`: `edit`, `delete`); `page` counts from 0."""
    if not pools:
        return layout(texts("pool-list-none"))
    return _choice(
        pools, page, CustomId("poolpick", purpose), lambda to: CustomId("poolturn", f"{purpose}.{to}"), texts
    )


def delete_panel(name: str, roles: Sequence[str], texts: Texts) -> Layout:
    """Returns the confirmation before a pool is deleted."""
    text = texts("panel-confirm-delete", name=pool_title(name), roles=Phrases(texts).cards(roles))
    return confirmation(text, button(CustomId("pooldrop", name), texts("confirm-delete"), RED), texts)


def _choice(
    pools: Sequence[str], page: int, custom_id: CustomId, page_id: Callable[[int], CustomId], texts: Texts
) -> Layout:
    shown = page_of(pools, page)
    options = [(name, clean(name, POOL_NAME_CHARACTERS)) for name in shown.items]
    return layout(
        texts("pool-choice-title"),
        rows=[[select(custom_id, texts("settings-pool"), options)], page_buttons(shown, page_id, texts)],
        footer=page_footer(shown, texts),
    )


def pool_panel(
    name: str, roles: Sequence[str], texts: Texts, icons: Icons = NO_ICONS, rule: PoolRule = USUAL_RULE
) -> Layout:
    """Returns the panel: a select for each category, what the pool lacks, Save, and buttons for other rules."""
    phrases, labels = Phrases(texts, icons=icons), Phrases(texts)
    played, missing = RULESETS[rule.ruleset], missing_text(roles, texts, rule)
    rows: list[list[Control]] = []
    for category, count in played.draw.items():
        cards = pool_cards(rule.ruleset, category)
        options = [(card, labels.role(card), _hint(card, labels), icons.emoji(card)) for card in cards]
        title = texts("pool-choose", category=texts(f"category-{category}"), count=0 if rule.free else count)
        # More may be chosen already, by another rule: Discord refuses a select with more chosen than it permits.
        most = max((POOL_SIZE if rule.free else count) + (category in played.joining), len({*cards} & {*roles}))
        custom_id = CustomId("pool", f"{rule}.{category}.{name}")
        rows.append([select(custom_id, title, options, count=most, least=0, chosen=roles)])
    other = rule._replace(free=not rule.free)
    last = [
        button(CustomId("poolsave", f"{rule}.{name}"), texts("pool-save"), GREEN, disabled=bool(missing)),
        button(CustomId("pool", f"{other}..{name}"), texts("pool-strict" if rule.free else "pool-free"), BLUE),
    ]
    for ruleset in RULESETS:
        if has_pool(ruleset) and ruleset != rule.ruleset:
            custom_id = CustomId("pool", f"{rule._replace(ruleset=ruleset)}..{name}")
            last.append(button(custom_id, texts("pool-for", ruleset=texts(f"ruleset-{ruleset}")), BLUE))
    lines = [texts("pool-joining", card=phrases.role(card)) for card in played.joining.values()]
    return layout(
        texts("pool-title", name=pool_title(name), ruleset=texts(f"ruleset-{rule.ruleset}")),
        "\n".join((*lines, *_chosen_lines(roles, rule, phrases))),
        rows=[*rows, last],
        colour=POOL_COLOUR,
    )


def _chosen_lines(roles: Sequence[str], rule: PoolRule, phrases: Phrases) -> list[str]:
    """Returns what to choose, or once a role is chosen: which are, and what is missing or how the pool plays."""
    texts, missing = phrases.texts, missing_text(roles, phrases.texts, rule)
    if not roles:
        return [texts("pool-free-on" if rule.free else "pool-choose-hint")]
    rest = texts("pool-incomplete", missing=missing) if missing else _survey_text(roles, phrases, rule.ruleset)
    return [texts("pool-have", roles=phrases.cards(roles)), rest]


def missing_text(cards: Sequence[str], texts: Texts, rule: PoolRule) -> str:
    """Returns what a pool still lacks; an empty text if it is complete."""
    roles = {card for card in cards if card in ROLES}
    if rule.free:
        return "" if len(roles) == POOL_SIZE else texts("pool-needs-five", have=len(roles))
    short: list[str] = []
    for category, count in RULESETS[rule.ruleset].draw.items():
        have = sum(ROLES[role].category == category for role in roles)
        if have != count:
            short.append(texts("pool-needs", category=texts(f"category-{category}"), have=have, count=count))
    return texts.join(short)


def _survey_text(roles: Sequence[str], phrases: Phrases, ruleset: str) -> str:
    """Returns a line about how hard a pool is to play and, if the laboratory has surveyed it, about its games."""
    texts, known = phrases.texts, survey_here(ruleset)
    lines = [texts("pool-balance", advanced=sum(ROLES[role].advanced for role in roles if role in ROLES))]
    if known is None:
        return lines[0]
    found = known.figures(roles)
    if found is None:
        reason = "pool-unknown" if breaks_categories(ruleset, roles) else "pool-not-surveyed"
        return f"{lines[0]}\n{texts(reason)}"
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


def _hint(card: str, labels: Phrases) -> str:
    mark = f"{labels.texts('advanced-mark')}. " if card in ROLES and ROLES[card].advanced else ""
    return f"{mark}{labels.help(card).splitlines()[0]}"


@cache
def survey_here(ruleset: str) -> Survey | None:
    """Returns the survey of a ruleset's pools; None if its file cannot be read, which is logged once."""
    try:
        return survey(ruleset)
    except NoSurvey as error:
        log.warning("%s Until then pools are shown without figures, and none is drawn among the best.", error)
        return None
