"""The rules in Discord, by topic and by role: in general, or of a table."""

from collections.abc import Sequence
from typing import Final

from bot.render.controls import Control, Layout, layout, select
from bot.render.custom_id import CustomId
from bot.render.icons import NO_ICONS, current_icons
from bot.render.message_pictures import role_picture
from bot.render.messages.lobby import drawn_text, lobby_roles, options_lines
from bot.render.paging import SELECT_OPTIONS
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from engine import ROLES, RULESETS
from engine.catalogue import SPECIAL_COPIES, plain, pool_roles

RULES_COLOUR: Final = 0x7A5C9E
TABLE_TOPIC: Final = "table"
FAIRNESS_TOPIC: Final = "fairness"
TOPICS: Final = (
    "overview", "turn", "challenge", "block", "lives", "coup", "time", "two_player", "teams", "inquisitor",
    *list(RULESETS)[1:], "tokens", FAIRNESS_TOPIC,
)  # fmt: skip
_TOKENS: Final = ("peacekeeping", "treaty", "tax", "disappear", "bomb")
ROLE_PAGES: Final = (
    *ROLES,
    *SPECIAL_COPIES.values(),
    *(action for ruleset in RULESETS.values() for action in ruleset.joining.values()),
)
"""Everything that has a page of its own: the roles, the special copies, and the actions that join a pool."""


def topics_for(texts: Texts, *, has_table: bool) -> dict[str, str]:
    """Returns the topics of the rules with their titles; if the channel has a table, its own rules come first."""
    topics = (TABLE_TOPIC, *TOPICS) if has_table else TOPICS
    return {topic: texts(texts.first(f"topic-{topic}", f"ruleset-{topic}")) for topic in topics}


def rules_panel(topic: str, texts: Texts, view: TableView | None = None) -> Layout:
    """Returns a topic of the rules with a select of all; `view` is the channel's table in the reader's locale."""
    topics = topics_for(texts, has_table=view is not None)
    custom_id = CustomId("topic") if view is None else view.control_id("topic")
    if view is not None and topic == TABLE_TOPIC:
        body = _table_text(view)
    elif view is not None and topic == FAIRNESS_TOPIC:
        body = f"{texts(f'rules-{topic}')}\n{_seal_text(view)}"
    else:
        icons = current_icons() if view is None else view.icons
        body = texts(f"rules-{topic}", **{token: icons.text(f"token_{token}") for token in _TOKENS})
    rows = [[select(custom_id, texts("parameter-topic"), topics.items())]]
    return layout(f"{texts('rules-title', topic=topics[topic])}\n{body}", rows=rows, colour=RULES_COLOUR)


def role_choice(texts: Texts, view: TableView | None = None) -> Layout:
    """Returns the choice of a role to read about: of those in play at a table, or of all."""
    here = [] if view is None else list(roles_of(view))
    classic = [card for card in (*ROLES, *SPECIAL_COPIES.values()) if ROLES[plain(card)].category == "classic"]
    lists = [("roles-here", here)] if here else [("roles-classic", classic)]
    for name, ruleset in RULESETS.items():
        if ruleset.draw and not here:
            own = (role for role in pool_roles(name) if ROLES[role].expansion == ruleset.expansion)
            lists.append((f"ruleset-{name}", sorted((*own, *ruleset.joining.values()))))
    phrases, shown = (Phrases(texts), NO_ICONS) if view is None else (view.labels, view.icons)
    rows: list[list[Control]] = []
    for word, cards in lists:
        options = [
            (card, phrases.role(card), phrases.help(card).splitlines()[0], shown.emoji(card)) for card in cards
        ]
        for start in range(0, len(options), SELECT_OPTIONS):
            custom_id = CustomId("role", str(len(rows)))
            rows.append([select(custom_id, texts(word), options[start : start + SELECT_OPTIONS])])
    return layout(texts("role-choice"), rows=rows, colour=RULES_COLOUR)


def role_panel(card: str, texts: Texts, *, pictures: bool = True) -> Layout:
    """Returns the rules of one of ROLE_PAGES; with `pictures`, also its emoji and a picture of its card."""
    role = ROLES.get(plain(card))
    if role is None:
        meta = texts("role-meta-joining")
    else:
        meta = texts(
            "role-meta-advanced" if role.advanced else "role-meta", category=texts(f"category-{role.category}")
        )
    phrases = Phrases(texts, icons=current_icons() if pictures else NO_ICONS)
    return layout(
        f"{texts('role-title', role=phrases.role(card))}\n{meta}\n{phrases.help(card)}",
        colour=RULES_COLOUR,
        picture=role_picture(card, texts) if pictures and role is not None else None,
    )


def roles_of(view: TableView) -> Sequence[str]:
    """Returns what is in play at a table: roles, joining actions, then special copies; nothing before the draw."""
    ruleset = RULESETS[view.ruleset]
    roles = lobby_roles(view) if view.public_game is None else view.game.view.get("pool", view.game.view["roles"])
    return [*sorted(roles), *(SPECIAL_COPIES[role] for role in ruleset.special)]


def _table_text(view: TableView) -> str:
    texts, ruleset, roles = view.texts, view.ruleset, roles_of(view)
    lines = [f"**{texts(f'ruleset-{ruleset}')}**. {texts(f'about-{ruleset}')}", *options_lines(view)]
    if RULESETS[ruleset].winner_starts:
        lines.append(texts("rules-winner-starts"))
    if not roles:
        lines.append(drawn_text(view))
    lines += [f"**{view.phrases.role(card)}**: {view.phrases.help(card).replace(chr(10), ' ')}" for card in roles]
    return "\n".join(lines)


def _seal_text(view: TableView) -> str:
    """Returns the commitments of a table and its seats, after the game also its seed, and how to check them."""
    texts = view.texts
    seats = [
        texts("fair-seat", name=view.phrases.name(number), commitment=seat.commitment)
        for number, seat in enumerate(view.seats)
        if seat.commitment is not None
    ]
    commitments = [texts("fair-seats"), *seats, texts("fair-commitment", commitment=view.commitment)]
    if view.server_seed is None:
        return "\n".join((texts("fair-secret"), *commitments))
    return "\n".join((texts("fair-check"), texts("fair-seed", seed=view.server_seed), *commitments))
