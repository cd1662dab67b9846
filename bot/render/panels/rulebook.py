"""The rules inside Discord: by topic and by role, of one ruleset or of a running table."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.render.controls import select, view
from bot.render.icons import NO_ICONS, icons
from bot.render.ids import CustomId
from bot.render.messages.lobby import drawn_text, lobby_roles, options_lines
from bot.render.paging import SELECT_SIZE
from bot.render.pictures import role_picture
from bot.render.texts.catalogue import Words
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from engine import ROLES, RULESETS
from engine.catalogue import POOL_RULESET, SPECIAL_COPIES, plain

RULES_COLOUR: Final = 0x7A5C9E
TOPICS: Final = (
    "overview", "turn", "challenge", "block", "lives", "coup", "time", "two_player", "teams", "inquisitor",
    *list(RULESETS)[1:], "tokens", "fairness",
)  # fmt: skip
TABLE_TOPIC: Final = "table"


def rules_panel(topic: str, w: Words, scene: TableView | None = None) -> ui.LayoutView:
    """One topic of the rules, with a select of the others; `scene` is the table of the channel, if it has one."""
    topics = (TABLE_TOPIC, *TOPICS) if scene is not None else TOPICS
    press = CustomId("topic", 0) if scene is None else CustomId.on(scene.table, "topic")
    body = _table_text(scene, w) if topic == TABLE_TOPIC and scene is not None else w(f"rules-{topic}")
    return view(
        f"{w('rules-title', topic=w(f'topic-{topic}'))}\n{body}",
        rows=[[select(press, w("parameter-topic"), [(each, w(f"topic-{each}"), "") for each in topics])]],
        colour=RULES_COLOUR,
    )


def role_choice(w: Words, scene: TableView | None = None) -> ui.LayoutView:
    """The question which role to read: those in play at a table, or all there are."""
    here = [] if scene is None else list(roles_of(scene))
    classic = [card for card in (*ROLES, *SPECIAL_COPIES.values()) if ROLES[plain(card)].category == "classic"]
    drawn = [role for role in sorted(ROLES) if role not in classic]
    phrases, shown = Phrases(w, ()), NO_ICONS if scene is None else scene.icons
    lists = [("roles-here", here)] if here else [("roles-classic", classic), (f"ruleset-{POOL_RULESET}", drawn)]
    groups = [
        (word, cards[start : start + SELECT_SIZE])
        for word, cards in lists
        for start in range(0, len(cards), SELECT_SIZE)
    ]
    rows = [
        [
            select(
                CustomId("role", 0, 0, str(number)),
                w(word),
                [
                    (card, phrases.role(card), role_help(card, w).splitlines()[0], shown.emoji(card))
                    for card in cards
                ],
            )
        ]
        for number, (word, cards) in enumerate(groups)
    ]
    return view(w("role-choice"), rows=rows, colour=RULES_COLOUR)


def role_panel(card: str, w: Words, *, pictures: bool = True) -> ui.LayoutView:
    """What a role, or one of the special copies, does; with `pictures` its emoji and a picture of its card."""
    role = ROLES[plain(card)]
    category = w(f"category-{role.category}")
    meta = w("role-meta-advanced" if role.advanced else "role-meta", category=category)
    name = Phrases(w, (), icons=icons() if pictures else NO_ICONS).role(card)
    return view(
        f"{w('role-title', role=name)}\n{meta}\n{role_help(card, w)}",
        colour=RULES_COLOUR,
        picture=role_picture(card, w) if pictures else None,
    )


def role_help(card: str, w: Words) -> str:
    """A role's text: one to three lines."""
    return w(f"help-{card.replace('*', '-special')}")


def roles_of(scene: TableView) -> Sequence[str]:
    """The cards in play at a table, special copies last; empty while they are not drawn yet."""
    ruleset = RULESETS[scene.table.ruleset]
    roles = lobby_roles(scene.table) if scene.public is None else scene.view["roles"]
    return [*sorted(roles), *(SPECIAL_COPIES[role] for role in ruleset.special)]


def _table_text(scene: TableView, w: Words) -> str:
    phrases, ruleset = Phrases(w, (), icons=scene.icons), scene.table.ruleset
    lines = [f"**{w(f'ruleset-{ruleset}')}**. {w(f'about-{ruleset}')}", *options_lines(scene.table, w)]
    roles = roles_of(scene)
    if not roles:
        lines.append(drawn_text(scene.table, w))
    lines += [f"**{phrases.role(card)}**: {role_help(card, w).replace(chr(10), ' ')}" for card in roles]
    lines.append(w("rules-seal", commitment=scene.table.commitment))
    return "\n".join(lines)
