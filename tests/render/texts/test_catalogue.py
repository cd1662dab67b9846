"""Every text that the code uses exists and fits, every text is used, and no text repeats a number of the rules."""

import ast
import re
from pathlib import Path

import pytest
from babel import core
from fluent.runtime import FluentBundle, FluentResource

from bot.refusals import Refusal
from bot.render.panels.pools import PoolRule
from bot.render.texts import catalogue as texts
from bot.render.texts.catalogue import FIGURES, IncompleteText, UnknownText, texts_for
from bot.render.texts.phrases import Phrases
from cogs.common.refusal_texts import sentence
from data import ROOT
from engine import ROLES
from engine.catalogue import CARDS, CLASSIC_ACTIONS, POOL_RULESET
from engine.editions import ACTIONS
from engine.errors import BadRequest
from engine.rules.general_actions import MUST_COUP_COINS
from tests.render import catalogue

W = texts_for()


def test_every_text_that_the_code_names_exists() -> None:
    named, known = catalogue.named(), catalogue.catalogue()
    assert len(named) > 150
    ends = {text.split("-", 1)[1] for text in known if text.startswith(("story-", "act-"))}
    assert catalogue.missing(named - ends, known) == []


def test_every_text_whose_id_the_code_composes_exists() -> None:
    assert catalogue.missing(catalogue.needed(), catalogue.catalogue()) == []


def test_no_text_is_unused() -> None:
    used = catalogue.named() | catalogue.needed() | catalogue.possible()
    assert catalogue.missing(catalogue.catalogue(), used) == []


FACTS: dict[str, object] = {
    "card": "Duke",
    "given": "x",
    "least": 2,
    "most": 5,
    "names": ("Ana",),
    "option_text": "teams",
    "permissions": ("send_messages",),
    "reason": BadRequest("pool_given_twice"),
    "roles": ("banker",),
    "rule": PoolRule(),
    "ruleset": "classic",
    "thread": "<#1>",
    "channels": (1, 2),
    "when": 1_700_000_000,
}


def test_every_refusal_raised_has_a_sentence_that_its_facts_fill_in() -> None:
    raised = [
        (argument.value, [str(fact.arg) for fact in call.keywords])
        for call in catalogue.syntax("bot", "cogs")
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id in ("Refusal", "LateAnswer")
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    assert len({code for code, _ in raised}) > 45
    for code, facts in raised:
        assert sentence(Refusal(code, **{name: FACTS[name] for name in facts}), W), code


@pytest.mark.parametrize("card", sorted(CARDS))
def test_every_card_has_a_name_and_a_text(card: str) -> None:
    word = card.replace("*", "-special")
    assert W(f"role-{word}")
    first, *more = Phrases(W).help(card).splitlines()
    assert len(first) <= 60, "it stands alone in selects and at the start of a game"
    assert len(more) <= 2


def test_every_action_has_a_name_and_a_hint_that_fits() -> None:
    actions = ["income", "coup", *CLASSIC_ACTIONS, "exchange-inquisitor"]
    without = ("missionary", "intellectual", "lawyer")
    roles = [role for role, card in ROLES.items() if card.category != "classic" and role not in without]
    for action in (*actions, *roles):
        assert W.has(f"action-{action}") or W.has(f"role-{action}")
        assert len(W(f"hint-{action}")) <= 100


def test_an_unknown_text_and_a_missing_argument_raise() -> None:
    with pytest.raises(UnknownText):
        W("no-such-word")
    with pytest.raises(IncompleteText):
        W("coins")


@pytest.mark.slow
def test_each_text_is_parsed_and_formatted_as_in_its_whole_file() -> None:
    for path in sorted(catalogue.ENGLISH.glob("*.ftl")):
        source = path.read_text(encoding="utf-8")
        whole = FluentBundle(["en"], use_isolating=False)
        whole.add_resource(FluentResource(source))
        facts = {name: f"{{{name}}}" for name in re.findall(r"\$(\w+)", source) if name not in FIGURES}
        for text in (text for text, file in catalogue.catalogue().items() if file == path.name):
            pattern = whole.get_message(text).value
            assert pattern is not None
            formatted, missing = whole.format_pattern(pattern, {**FIGURES, **facts})
            if not missing:
                assert W(text, **facts) == formatted


@pytest.mark.parametrize("language", ["en", "pt-BR", "zh-CN"])
def test_texts_may_use_terms_and_other_texts(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / language
    folder.mkdir()
    (folder / "a.ftl").write_text("whole = { part }, { -game }\n    on two lines\nbroken = { \n")
    (folder / "b.ftl").write_text("part = One\n# A comment.\n-game = Coup\n")
    monkeypatch.setattr(texts, "_FOLDER", tmp_path)
    texts.locales.cache_clear()
    texts._language.cache_clear()
    try:
        found = texts.Texts(language)
        assert found("whole") == "One, Coup\non two lines"
        assert not found.has("broken")
    finally:
        texts.locales.cache_clear()
        texts._language.cache_clear()


def test_numbers_and_lists_are_put_into_words() -> None:
    assert W("coins", coins=1) == "1 coin"
    assert W("coins", coins=0) == "0 coins"
    assert W.join(["A", "B", "C"]) == "A, B and C"
    assert W.join(["A", "B"], "or") == "A or B"
    assert W.join(["A"]) == "A"


def test_babel_reads_the_data_that_was_forgotten_again_when_it_needs_them() -> None:
    texts._forget_unused_data("en")
    assert core._global_data is None
    assert str(core.Locale.parse("zh_TW")) == "zh_Hant_TW"


def test_another_locale_falls_back_to_english() -> None:
    assert texts_for("pt-BR")("button-join") == "Join"


PRICED = sorted(name for name, action in ACTIONS.items() if action.price)
HOUSE = ROOT.parent
SOURCE = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "locales" / "en").glob("*.ftl")))


@pytest.mark.parametrize("action", PRICED)
def test_an_actions_hint_names_the_engines_price(action: str) -> None:
    hint = next(line for line in SOURCE.splitlines() if line.startswith(f"hint-{action} = "))
    assert f"{{ $price_{action} }}" in hint
    assert f"Pay {ACTIONS[action].price}" in texts_for()(f"hint-{action}")


def test_every_number_that_the_engine_provides_is_in_some_text() -> None:
    assert [name for name in FIGURES if f"${name} " not in SOURCE] == []


def test_no_text_repeats_the_numbers_of_a_coup() -> None:
    coup, must = ACTIONS["coup"].price, MUST_COUP_COINS
    assert re.findall(rf"(?i)[^\n]*\b(?:{coup}|{must}|seven|ten) (?:or more )?coins[^\n]*", SOURCE) == []
    assert f"Pay {coup} coins" in texts_for()("rules-coup")
    assert f"with {must} or more coins" in texts_for()("rules-coup")


def test_only_migrations_name_the_ruleset_that_has_pools() -> None:
    files = [path for folder in ("bot", "cogs") for path in (HOUSE / folder).rglob("*.py")]
    naming = [path for path in files if f'"{POOL_RULESET}"' in path.read_text("utf-8")]
    assert [path for path in naming if "migrations" not in path.parts] == []
