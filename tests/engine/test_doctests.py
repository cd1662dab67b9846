"""Runs the examples in the engine's docstrings; names of `engine` need no import there."""

import doctest
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import engine
from lab.compiled import is_running

HOUSE = Path(str(engine.__file__)).parents[1]
MODULES = [
    ".".join(file.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__")
    for file in sorted((HOUSE / "engine").rglob("*.py"))
    if ">>>" in file.read_text(encoding="utf-8")
]
NAMES = {name: getattr(engine, name) for name in engine.__all__} | {"Random": Random}


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_correct(name: str) -> None:
    module = import_module(name)
    if not str(module.__file__).endswith(".py"):
        pytest.skip("doctest finds no examples in compiled modules")
    result = doctest.testmod(module, extraglobs=NAMES)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_method_of_a_game_and_a_move_has_an_example() -> None:
    if is_running():
        pytest.skip("compiled methods have no docstrings")
    for kind in (engine.Game, engine.Move):
        for name in dir(kind):
            if not name.startswith("_") and callable(member := getattr(kind, name)):
                assert ">>>" in (member.__doc__ or "") or name in INTERNAL, f"{kind.__name__}.{name}"


INTERNAL = ("game_at_turn_start", "decisions_of_turn", "lay", "lay_next", "table_at_turn_start")
"""Methods of a game that only redealing uses."""
