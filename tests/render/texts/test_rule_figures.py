"""Rules are in the engine only: texts use its numbers, and code asks it which rulesets have pools."""

import re

import pytest

from bot.render.texts.catalogue import FIGURES, texts_for
from data import ROOT
from engine.catalogue import POOL_RULESET
from engine.editions import ACTIONS
from engine.rules.general_actions import MUST_COUP_COINS

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
