"""docs/rules.md and docs/referee.md have all sections that code refers to, and all events and options."""

import json
import re
from pathlib import Path

import pytest

from engine import RULESETS
from tests.engine.formats.golden import FOLDER

ROOT = Path(__file__).parents[3]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
REFEREE = (ROOT / "docs" / "referee.md").read_text(encoding="utf-8")
GOLDEN = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json"))]


def sources() -> list[Path]:
    """Every file of the project that may refer to the documents."""
    folders = ("engine", "lab", "bot", "cogs", "data", "tests")
    return [
        file
        for folder in folders
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".py", ".toml", ".ftl", ".json", ".sql")
    ]


def test_every_section_that_the_code_refers_to_exists() -> None:
    sections = set(re.findall(r"^## (\d+)\.", RULES, re.MULTILINE))
    sections |= set(re.findall(r"\*\*(\d+\.\d+)\b", RULES))
    referred = {
        (number, file.name)
        for file in sources()
        for number in re.findall(r"rules\.md (\d+(?:\.\d+)?)", file.read_text(encoding="utf-8"))
    }
    assert len(referred) > 50
    assert {(number, name) for number, name in referred if number not in sections} == set()


def test_every_heading_that_the_code_refers_to_exists() -> None:
    headings = set(re.findall(r"^## (.+)$", RULES + REFEREE, re.MULTILINE))
    for file in sources():
        for name in re.findall(r"(?:referee|rules)\.md, '([^']+)'", file.read_text(encoding="utf-8")):
            assert name in headings, file


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_option_is_in_the_table(ruleset: str) -> None:
    rows = {row.split("|")[1].strip(" `"): row for row in RULES.splitlines() if row.startswith("| `")}
    for name, choices in RULESETS[ruleset].options.items():
        _, _, documented, rulesets, *_ = rows[name].split("|")
        assert ruleset in rulesets or "all" in rulesets
        assert all(str(choice) in documented for choice in choices if isinstance(choice, str))


def test_every_event_of_golden_games_is_in_the_table_with_its_facts() -> None:
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \| ([^|]+) \|", REFEREE.split("## Events")[1], re.MULTILINE)
    documented = {
        kind: set(re.findall(r"[a-z_]+", facts)) for kinds, facts in rows for kind in re.findall(r"[a-z_]+", kinds)
    }
    for golden in GOLDEN:
        for event in golden["events"]:
            facts = set(event) - {"type"}
            assert facts <= documented[event["type"]], event


def test_every_decision_of_golden_games_is_in_the_table() -> None:
    table = REFEREE.split("## Decisions")[1].split("## ")[0]
    for golden in GOLDEN:
        for decision in golden["record"]["decisions"]:
            assert f'"do":"{decision["do"]}"' in table, decision
