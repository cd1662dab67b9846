"""The programs in docs/ai.md and docs/laboratory.md run as they are printed."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.lab.manual import python_examples


def fills_tensors(ran: dict[str, Any]) -> bool:
    rows = ran["information"]
    return len(rows) == 400 and {len(row) for row in rows} == {len(ran["states"][0].columns)}


@pytest.mark.parametrize(
    ("page", "title", "is_right"),
    [
        ("ai.md", "In Python", lambda ran: ran["game"].winners),
        ("ai.md", "PettingZoo", lambda ran: not ran["coup"].agents),
        ("ai.md", "Batches", lambda ran: len(ran["batch"].allowed) == 64),
        ("laboratory.md", "Tensors", lambda ran: ran["game"].winners and fills_tensors(ran)),
    ],
)
def test_a_program_of_the_manual_does_what_it_is_for(
    page: str, title: str, is_right: Callable[[dict[str, Any]], bool]
) -> None:
    if title == "PettingZoo":
        pytest.importorskip("pettingzoo", reason="its example is not tested: pettingzoo, an extra, is missing")
    (program,) = python_examples(title, page)
    ran: dict[str, Any] = {}
    exec(program, ran)  # the document is our own
    assert is_right(ran)
