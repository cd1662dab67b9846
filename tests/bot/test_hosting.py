"""The files in docs/hosting: how a supervisor restarts the bot, and which settings reach a container."""

import re
from configparser import ConfigParser
from pathlib import Path

import pytest

from bot.settings import Settings, load
from tests.harness.processes.forked_process import ROOT

HOSTING = ROOT / "docs" / "hosting"
SESSIONS_A_DAY = 1000
"""Sessions a day that Discord allows a bot with one shard; a start uses one."""
OWN = {"COUP_DATABASE", "COUP_CLUSTER", "COUP_HTTP"}
"""Settings that compose.yaml sets itself, since it starts the database and checks the port."""
FOR_FILES = {"COUP_BACKUPS", "DISCORD_TOKEN_FILE"}
"""Settings that compose.yaml does not pass: backups of a SQLite file, and a file that the container lacks."""


def unit() -> ConfigParser:
    """The parsed systemd unit."""
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # pyright: ignore[reportAttributeAccessIssue] - as documented
    parser.read(HOSTING / "coup.service")
    return parser


def seconds(text: str) -> float:
    """Converts a systemd time span to seconds."""
    units = {"": 1, "s": 1, "sec": 1, "min": 60, "h": 3600}
    return sum(float(number) * units[name] for number, name in re.findall(r"([\d.]+)\s*([a-z]*)", text))


def test_the_unit_restarts_forever_within_the_sessions_of_a_day() -> None:
    service, pause = unit()["Service"], seconds(unit()["Service"]["RestartSec"])
    assert service["Restart"] == "on-failure"
    assert "1" not in service.get("RestartPreventExitStatus", "").split(), "with which every fault ends the bot"
    interval, burst = unit()["Unit"]["StartLimitIntervalSec"], unit()["Unit"].get("StartLimitBurst", "5")
    assert seconds(interval) == 0 or int(burst) * pause > seconds(interval), "it gives up after so many starts"
    assert 86_400 / pause < SESSIONS_A_DAY, "a bot that ends at once, whatever the reason, starts too often"


def passed() -> dict[str, str]:
    """Returns the environment of the bot's processes in compose.yaml."""
    text = (HOSTING / "compose.yaml").read_text()
    block = re.search(r"x-bot:.*?\n  environment:\n((?:    .+\n)+)", text, re.DOTALL)
    assert block is not None
    return dict(re.findall(r"^    (\w+): (.+)$", block[1], re.MULTILINE))


def filled(text: str, variables: dict[str, str]) -> str:
    """Replaces the variables in a value of compose.yaml."""
    return re.sub(
        r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}", lambda found: variables.get(found[1]) or found[2] or "", text
    )


def test_compose_passes_every_setting_to_the_bot() -> None:
    names = {name.upper() for name in Settings.model_fields} - FOR_FILES
    assert names <= passed().keys()
    for name in names - OWN:
        assert filled(passed()[name], {name: "from .env"}) == "from .env", name


def test_compose_without_settings_has_the_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in passed().items():
        monkeypatch.setenv(name, filled(value, {"DISCORD_TOKEN": "x", "POSTGRES_PASSWORD": "y"}))
    given = load()
    differing = {name for name, field in Settings.model_fields.items() if getattr(given, name) != field.default}
    assert differing == {"coup_database", "coup_http", "discord_token", "log_format"}
    assert given.log_format == "json", "as in the Containerfile"
