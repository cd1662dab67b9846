"""The ids of texts that the code can use: those that it names, and those that it composes from its data.

The engine's data are imported. Names that occur only in its rules (prompts, events, reasons of payments) are read
from the sources, so that tests fail if a new one has no text.
"""

import ast
import re
from collections.abc import Iterable
from functools import cache
from typing import get_args

from discord import Permissions
from discord.app_commands import Command, Group, locale_str
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk, Message

from bot.render.custom_id import Field
from bot.render.messages.lobby import UNIT_SECONDS
from bot.render.messages.moment import VARIANTS
from bot.render.panels.moderation import ALL_KINDS, PAGES, TIMES
from bot.render.panels.options_and_odds import DENIED
from bot.render.panels.rulebook import TABLE_TOPIC, TOPICS
from bot.stats.game_history import TitleKind
from bot.store.repositories.audit import KINDS as AUDITED
from bot.store.rows import Status, Style
from bot.tables.ai_players import Reason
from bot.tables.pace import PACES
from bot.tables.preferences import PREFERENCES, SWITCHES
from bot.tables.record_file import RecordCheck
from bot.tables.state import EVERY_ROUND, NOT_OF_THE_RULES
from bot.tables.table import NoThread
from bot.tables.transitions.orders import EVERYTHING, FOREIGN_AID
from cogs.common.option_texts import all_option_texts
from cogs.common.services.pools import BEGINNERS, RANDOM
from cogs.config import Config
from cogs.coup import Coup
from cogs.privacy import Privacy
from cogs.stats import Stats
from data import ROOT
from engine import ROLES, RULESETS, editions
from engine.ai import KINDS, LEVELS, TEMPERAMENTS
from engine.catalogue import ACTION_IDS, CARDS
from engine.editions.g54.pool_survey import KINDS_DRAWN
from engine.editions.g54.reactions import LOSS_CLAIMS
from engine.editions.mcguire import MAT_EVENTS
from engine.editions.reformation import ALLEGIANCES
from engine.errors import SENTENCES
from engine.moves import MAX_SEATS

HOUSE = ROOT.parent
ENGLISH = ROOT / "locales" / "en"
NO_IDS = {
    "coup-config",
    "coup-privacy",
    "coup-stats",
    "coup-for-discord",
    "copy-database",
    "moderator-role",
    "last-card",
    "rebuild-stats",
    "utf-8",
}
"""Strings in bot and cogs that look like ids of texts but are not."""

_ID = re.compile(r"[a-z]+(?:-[a-z0-9_]+)+|nothing|soon|coins|cards|claims|team|court")


@cache
def catalogue() -> dict[str, str]:
    """Every id of the English catalogue, each with the file it is in. Fails on a text that cannot be parsed."""
    found: dict[str, str] = {}
    for path in sorted(ENGLISH.glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, Junk), f"{path.name}: {entry.content}"
            if isinstance(entry, Message):
                assert entry.id.name not in found, f"{entry.id.name} is in {path.name} again"
                found[entry.id.name] = path.name
    return found


@cache
def syntax(*folders: str) -> tuple[ast.AST, ...]:
    """The nodes of the syntax trees of every Python file below these folders."""
    paths = [path for folder in folders for path in sorted((HOUSE / folder).rglob("*.py"))]
    return tuple(node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def strings(*folders: str) -> set[str]:
    """Every string constant in the code of these folders, except docstrings and parts of f-strings."""
    nodes = syntax(*folders)
    apart = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    apart |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in apart)
    return {node.value for node in constants if isinstance(node.value, str)}


def named() -> set[str]:
    """The ids that bot and cogs name in full, and every other string in them that looks like one.

    The code of a refusal counts as the id of its sentence.
    """
    known = catalogue()
    found = {text for text in strings("bot", "cogs") if _ID.fullmatch(text)} - NO_IDS
    codes = {text for text in found if f"error-{text}" in known}
    return (found - (codes - known.keys())) | {f"error-{code}" for code in codes}


def in_engine(pattern: str, folder: str = "engine") -> set[str]:
    """What the group of a pattern matches in the Python files of a folder."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in sorted((HOUSE / folder).rglob("*.py")))
    return set(re.findall(pattern, sources))


def called_with(function: str, place: int) -> set[str]:
    """The constants that bot and cogs pass to a function at this position, unless they pass a label too."""
    return {
        argument.value
        for node in syntax("bot", "cogs")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function
        if not any(keyword.arg == "label" for keyword in node.keywords)
        for given in node.args[place : place + 1]
        for argument in ((given.body, given.orelse) if isinstance(given, ast.IfExp) else (given,))
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def refusals() -> set[str]:
    """The ids of the sentences of every refusal."""
    codes = {code for raised in ("Refusal", "LateAnswer") for code in called_with(raised, 0)}
    return {f"error-{code}" for code in codes | in_engine(r'usual_code = "([\w-]+)"', "bot")}


CLAIMED = in_engine(r'Claim\([^\n]*"(\w+)"\)') | {"counteraction", "additional"}
PROMPTS = in_engine(r'Ask\("(\w+)"') | {"respond", "estate"}
REASONS = in_engine(r'Bar\("(\w+)"')
SECRET = in_engine(r'"type": "(\w+)".*"to": ')
EVENTS = in_engine(r'"type": "(\w+)"') | NOT_OF_THE_RULES
PAID_FOR = in_engine(r'\.pay\([^"\n]*"(\w+)"\)') | in_engine(r'"why": "(\w+)"')
TOKENS = in_engine(r'"type": "token", [^}]*"name": "(\w+)"')
VERBS = in_engine(r'Move\("(\w+)"') | {"lose", "keep", "give", "show"}
OPTIONS = {
    f"{name}={str(choice).lower()}"
    for ruleset in RULESETS.values()
    for name, choices in ruleset.options.items()
    for choice in choices
}
ACTIONS = {*editions.ACTIONS}
CONFIRMED = ("challenge", "challenge_partner", "challenge_denied", "pass", "refuse", "lose")
ALSO_CONFIRMED = (
    *("coup", "concede", "claim", "claim_late", "claim_loss"),
    *("challenge_block", "pass_block", "pass_bomb", "other"),
)
REMARKS = in_engine(r'_Remark\("(\w+)"', "bot/render") | {"proven", "refuted", "exposed", "caught"}
MOMENTS = ("proven", "exposed", "lost", "eliminated")
WAYS = ("block", "share", "join", "rebut")


def of_commands() -> set[str]:
    """The ids of the texts about commands and their parameters."""
    ids: set[str] = set()
    for cog in (Config, Coup, Privacy, Stats):
        for given in cog.__cog_app_commands__:
            for command in given.walk_commands() if isinstance(given, Group) else (given,):
                assert isinstance(command, Command)
                ids.add(f"command-{cog.__cog_group_name__} {command.qualified_name}".replace(" ", "-"))
                described = [parameter.locale_description for parameter in command.parameters]
                ids |= {text.extras["word"] for text in described if isinstance(text, locale_str)}
    return ids


def needed() -> set[str]:
    """The composed ids that must have a text, because the code uses each of them."""
    words = {card: card.replace("*", "-special") for card in CARDS}
    joining = [action for ruleset in RULESETS.values() for action in ruleset.joining.values()]
    ids = {f"role-{word}" for word in (*words.values(), *joining)} | {
        f"help-{word}" for word in {*words.values()} - ACTIONS
    }
    ids |= {f"hint-{action}" for action in ACTIONS} | {"hint-exchange-inquisitor", "hint-writer-looking"}
    ids |= {f"action-{action}" for action in ACTIONS - set(ROLES)} | {"action-exchange-inquisitor"}
    ids |= {f"category-{role.category}" for role in ROLES.values()}
    ids |= {f"{family}-{ruleset}" for family in ("ruleset", "about") for ruleset in RULESETS}
    ids |= {f"{word}{style}" for word in ("style-", "about-style-") for style in Style}
    ids |= {f"style-{style}-full" for style in Style}
    ids |= {f"count-{unit}" for unit in UNIT_SECONDS}
    ids |= {f"pace-{pace}" for pace in PACES} | {f"pace-{pace}-full" for pace in PACES}
    ids |= {f"roles-{role}" for role in ROLES}
    ids |= {f"choice-pool-{name}" for name in (RANDOM, BEGINNERS, *KINDS_DRAWN)}
    ids |= {f"lobby-roles-{kind}" for kind in ("drawn", *KINDS_DRAWN)}
    ids |= {option_id(text) for text in (*all_option_texts(), "talk=false", "resigns=false", "orders=false")} | {
        f"option-{text.partition('=')[0]}" for text in OPTIONS
    }
    ids |= {f"order-{order}" for order in (EVERYTHING, EVERY_ROUND, FOREIGN_AID)}
    ids |= {f"topic-{topic}" for topic in {*TOPICS, TABLE_TOPIC} - {*RULESETS}}
    ids |= {f"rules-{topic}" for topic in TOPICS}
    ids |= {f"status-{status}" for status in Status} | {f"mat-{event}" for event in MAT_EVENTS}
    ids |= {f"{family}-{kind}" for family in ("ai-word", "ai-kind") for kind in KINDS}
    ids |= {f"about-ai-{kind}" for kind in LEVELS}
    ids |= {f"{family}-{name}" for family in ("temperament", "about-temperament") for name in TEMPERAMENTS}
    ids |= {
        f"talk-{kind}-{name}-{variant}"
        for kind in REMARKS
        for name in TEMPERAMENTS
        for variant in range(1, VARIANTS + 1)
    }
    ids |= {f"thread-none-{why}" for why in (*get_args(NoThread), "later")}
    ids |= {f"{family}-{what}" for family in ("afk", "config-afk") for what in ("ai", "resign")}
    ids |= {f"advice-why-{reason}" for reason in get_args(Reason)} | {
        f"advice-why-{reason}"
        for reason in ("believe-unclear", "believe-impossible", "challenge-unclear", "challenge-impossible")
    }
    ids |= {f"advice-why-{reason}-denied" for reason in DENIED}
    chosen = in_engine(r'case "(\w+)"', "cogs/common/services") - {"pool"} | {"pool-default", "pool-random"}
    acts = called_with("record_action", 1) | chosen | set(SWITCHES)
    ids |= {f"act-{action}" for action in acts}
    ids |= {f"config-page-{page}" for page in PAGES} | {f"audit-kind-{kind}" for kind in (ALL_KINDS, *AUDITED)}
    ids |= {f"config-{name}-none" for name in ("channels", "most-tables", "moderators")}
    ids |= {f"ban-time-{time}" for time in TIMES}
    ids |= {f"ban-form-{field}" for field in ("member", "time", "reason")}
    ids |= {f"settings-{field}" for field in ("ruleset", "options", "pool", "pace", "style")}
    ids |= {f"choose-{prompt}" for prompt in PROMPTS - {"act", "respond", "estate"}}
    ids |= {f"ask-{prompt}" for prompt in PROMPTS - {"respond"}}
    ids |= {f"what-{prompt}" for prompt in PROMPTS - {"respond"} | {"concede"}}
    ids |= {f"what-pass-{kind}" for kind in ("defuse", "bomb", "estate", "counteraction", "claim")}
    ids |= {f"lesson-seen-{event}" for event in ("proven", "exposed", "blocked", "eliminated", "lost")}
    ids |= {f"lesson-{end}{text}" for end in ("won", "out", "idle") for text in ("", "-text")}
    ids |= {f"ask-{kind}{way}" for kind in ("", "claim-", "again-") for way in WAYS}
    ids |= {f"seat-{token}" for token in (*TOKENS, *ALLEGIANCES)}
    ids |= {f"table-{pile}" for pile in ("reserve", "bank")}
    ids |= {f"moment-{event}" for event in MOMENTS}
    ids |= {f"{family}-{event}-denied" for family in ("moment", "cause") for event in ("proven", "exposed")}
    ids |= {"moment-proven-by", "moment-exposed-by"}
    ids |= {f"pick-reason-{reason}" for reason in REASONS}
    ids |= {f"panel-{field}" for field in get_args(Field) if field != "action"}
    ids |= {f"{family}-{kind}" for family in ("panel-confirm", "confirm") for kind in CONFIRMED}
    ids |= {f"panel-confirm-{kind}" for kind in ALSO_CONFIRMED}
    ids |= {f"button-{op}" for op in ("new", "help", "learn", "log", "record", "coach", "fair")}
    ids |= {f"button-{op}" for op in called_with("table_button", 1)}
    ids |= {f"button-deal-{choice}" for choice in RULESETS["classic"].options["two_player"]}
    ids |= {f"answer-act{what}" for what in ("", "-target", "-recipient", "-role", "-both")}
    ids |= {f"ended-text{how}" for how in ("", "-away", "-by")}
    ids |= {"list-and", "list-or", "list-comma"} | {f"mark-{seat + 1}" for seat in range(MAX_SEATS)}
    ids |= {f"verify-{check}-{how}" for check in (*RecordCheck._fields, "same") for how in ("passed", "failed")}
    ids |= {f"verify-{title}" for title in ("passed", "failed", "consistent")}
    ids |= {f"verify-{check}-unknown" for check in ("seed", "game", "members", "same")}
    ids |= {f"record-{event}" for event in (*SECRET, "true-denied", "bluff-denied")}
    ids |= {f"title-{kind}" for kind in get_args(TitleKind)}
    ids |= {f"month-{month}" for month in range(1, 13)} | {"history-closed", "history-set_aside"}
    ids |= {"member-rating", "member-season"}
    ids |= {f"privacy-hidden-{value}" for value in ("on", "off")}
    switches = {*(f"preference-{name}" for name in PREFERENCES), *(f"config-{name}" for name in SWITCHES)}
    ids |= {f"{name}{switch}" for name in switches for switch in ("", "-on", "-off")}
    ids |= {f"config-{name}-choose" for name in ("pace", "ruleset", "style", "ai", "afk", "pool")}
    ids |= {f"permission-{flag}" for flag in strings("cogs") & set(Permissions.VALID_FLAGS)}
    return ids | refusals() | of_commands()


def possible() -> set[str]:
    """The composed ids that may have a text: if one has none, the code uses another text."""
    kinds = CLAIMED | {"rebuttal", "bomb"}
    blocks = {*ACTIONS, *(f"{ruleset}-{role}" for ruleset in RULESETS for role in ROLES)}
    ids = (
        {f"help-{action}" for action in ACTIONS}
        | {f"answer-{verb}" for verb in VERBS}
        | {f"answer-pass-{prompt}" for prompt in PROMPTS}
    )
    ids |= {f"{family}-{reason.replace('_', '-')}" for family in ("error", "setup") for reason in SENTENCES}
    ids |= {f"answer-pay-{prompt}" for prompt in PROMPTS} | {f"hint-{action}-target" for action in ACTIONS}
    ids |= {f"answer-{verb}-join" for verb in ("pass", "pay")}
    ids |= {
        f"{family}-{action}"
        for family in ("action", "own-true", "pick-true", "advice-why-safe")
        for action in ACTIONS
    }
    ids |= {
        f"{family}-{prompt}-{action}" for family in ("ask", "choose") for prompt in PROMPTS for action in ACTIONS
    }
    ids |= {f"choose-prove{denied}{none}" for denied in ("", "-denied") for none in ("", "-none")}
    ids |= {"choose-examine-leave", "ask-lose-disappear", "choose-lose-disappear"}
    ids |= {f"answer-act-{whom}-{action}" for whom in ("target", "recipient") for action in ACTIONS}
    ids |= {f"offer-claim-loss-{role}" for role in LOSS_CLAIMS}
    ids |= {f"panel-{field}-{action}" for field in get_args(Field) for action in ACTIONS}
    ids |= {f"claims-{action}" for action in ACTIONS} | {f"claims-{kind}" for kind in kinds}
    ids |= {f"claims-{kind}-target" for kind in kinds}
    ids |= {f"claims-{kind}-{block}" for kind in kinds for block in blocks}
    ids |= {f"ask-unclaimed-{action}" for action in ACTIONS}
    ids |= {f"what-{what}-{kind}" for what in ("claim", "challenge") for kind in (*kinds, "denied")}
    ids |= {
        f"what-{what}-{action}"
        for what in ("give", "keep", "share", "prove", "concede")
        for action in (*ACTIONS, "denied", "bomb")
    }
    ids |= {f"what-block-{block}" for block in blocks} | {f"what-bluff-{prompt}" for prompt in PROMPTS}
    ids |= {f"what-{where}-{ruleset}" for where in ("lose", "window") for ruleset in RULESETS}
    told = {f"act-{action}" for action in ACTIONS} | {"act-claim", "act-claim-target", "act-vengeance"}
    told |= {"converted-self"} | {f"taken-{ruleset}" for ruleset in RULESETS}
    told |= {f"claim-{kind}-target" for kind in kinds} | {"exposed-denied"}
    told |= {f"claim-{kind}" for kind in kinds} | {f"claim-{kind}-{block}" for kind in kinds for block in blocks}
    told |= {f"blocked-{block}" for block in blocks} | {f"paid-{why}" for why in PAID_FOR}
    told |= {f"token-{token}" for token in TOKENS} | EVENTS
    told |= {"unchallenged", "lapsed-tax", "lost-out", "turned_up-out", "transfer-each"}
    ids |= {f"cause-{cause}" for cause in (*ACTIONS, "vengeance", "role", "disappear", "resign")}
    ids |= {f"cause-{event}" for event in MOMENTS}
    lines = {*EVENTS, *(f"token-{token}{off}" for token in TOKENS for off in ("", "-off"))}
    lines |= {"coins-gone", "estate-none", "mat-card", "mat-coins"}
    ids |= {option_id(text) for text in OPTIONS}
    return ids | {f"story-{word}" for word in told | lines}


def option_id(text: str) -> str:
    """The id of the label of an option, e.g. `option-examine-owner` of `examine=owner`."""
    name, equals, value = text.partition("=")
    return f"option-{name}-{value if equals else 'true'}"


def missing(ids: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Returns the ids that have no text."""
    return sorted(set(ids) - set(texts))


assert ACTIONS <= ACTION_IDS
