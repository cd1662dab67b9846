"""Every word there is a place for exists, fits where it stands, and no text asks for what it is not given."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from bot.render.panels.rulebook import TOPICS
from bot.render.words import IncompleteText, UnknownWord, words
from bot.tables.pace import PACES
from bot.tables.refusals import Refusal
from cogs.common.options import all_option_texts, option_label
from cogs.config.commands import Config
from cogs.coup import Coup
from data import ROOT
from engine import ROLES, RULESETS
from engine.catalogue import CARDS, CLASSIC_ACTIONS

ENGLISH = ROOT / "locales" / "en"
HOUSE = ROOT.parent
W = words()

_CALLED = r"(?:\bw|words|described|_plain|_at)\((?:scene, \"\w+\", )?\"([a-z][a-z0-9_-]+)\""


def entries() -> list[ast.Message]:
    parser = FluentParser()
    found = []
    for path in sorted(ENGLISH.glob("*.ftl")):
        for entry in parser.parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{path.name}: {entry.content}"
            if isinstance(entry, ast.Message):
                found.append(entry)
    return found


def sources() -> str:
    files = chain((HOUSE / "bot").rglob("*.py"), (HOUSE / "cogs").rglob("*.py"))
    return "\n".join(Path(path).read_text(encoding="utf-8") for path in files)


def test_every_text_parses_and_no_id_is_given_twice() -> None:
    names = [entry.id.name for entry in entries()]
    assert len(names) == len(set(names))


def test_every_word_named_in_the_code_exists() -> None:
    called = re.findall(_CALLED, sources())
    assert len(called) > 100
    assert [word for word in called if not W.has(word)] == []


def test_every_refusal_has_its_sentence() -> None:
    kinds = list(_kinds(Refusal))
    assert len(kinds) > 40
    assert [kind.__name__ for kind in kinds if not W.has(kind.word)] == []


def _kinds(refusal: type[Refusal]) -> Iterator[type[Refusal]]:
    for kind in refusal.__subclasses__():
        if hasattr(kind, "word") and not kind.__module__.startswith("tests."):
            yield kind
        yield from _kinds(kind)


def test_no_word_is_left_over() -> None:
    code = sources()
    families = (
        "role-", "help-", "action-", "hint-", "category-", "ruleset-", "about-", "pace-", "option-", "topic-",
        "rules-", "error-", "permission-", "status-", "mat-", "story-", "deed-", "answer-", "ask-", "claims",
        "act-", "choose-", "seat-", "panel-", "pick-", "confirm-", "list-", "done-ping-", "button-add-", "ai-",
    )  # fmt: skip
    names = [entry.id.name for entry in entries() if not entry.id.name.startswith(families)]
    assert [name for name in names if f'"{name}"' not in code and f"'{name}'" not in code] == []


@pytest.mark.parametrize("card", sorted(CARDS))
def test_every_card_has_a_name_and_a_text(card: str) -> None:
    word = card.replace("*", "-special")
    assert W(f"role-{word}")
    assert 1 <= len(W(f"help-{word}").splitlines()) <= 3


def test_every_action_has_a_name_and_a_hint_that_fits() -> None:
    actions = ["income", "coup", *CLASSIC_ACTIONS, "exchange-inquisitor"]
    without = ("missionary", "intellectual", "lawyer")
    roles = [role for role, card in ROLES.items() if card.category != "classic" and role not in without]
    for action in (*actions, *roles):
        assert W.has(f"action-{action}") or W.has(f"role-{action}")
        assert len(W(f"hint-{action}")) <= 100


def test_every_setting_and_topic_has_its_words() -> None:
    for ruleset in RULESETS:
        assert W(f"ruleset-{ruleset}")
        assert W(f"about-{ruleset}")
    for pace in PACES:
        assert W(f"pace-{pace}-times")
    for text in all_option_texts():
        assert option_label(text, W)
    for topic in TOPICS:
        assert W(f"topic-{topic}")
        assert W(f"rules-{topic}")


def test_commands_are_described_within_discords_limit() -> None:
    for cog in (Coup, Config):
        for command in cog.__cog_app_commands__:
            assert len(str(command.description)) <= 100
            assert str(command.description) != "…"


def test_a_missing_word_and_a_missing_argument_are_mistakes() -> None:
    with pytest.raises(UnknownWord):
        W("no-such-word")
    with pytest.raises(IncompleteText):
        W("coins")


def test_numbers_and_lists_read_as_words() -> None:
    assert W("coins", coins=1) == "1 coin"
    assert W("coins", coins=0) == "0 coins"
    assert W.join(["A", "B", "C"]) == "A, B and C"
    assert W.join(["A", "B"], "or") == "A or B"
    assert W.join(["A"]) == "A"


def test_another_locale_falls_back_to_english() -> None:
    assert words("pt-BR")("button-join") == "Join"
