"""Settings: an invalid one is refused by name, and no secret is ever printed or logged."""

import re
from pathlib import Path

import pytest

from bot import __version__
from bot.refusals import OperatorError
from bot.settings import Settings, load, token_source
from tests.harness.processes.bot import Bot
from tests.harness.processes.forked_process import ROOT, Fork

pytestmark = pytest.mark.slow

NO_DISCORD = {"DISCORD_TOKEN": "x", "DISCORD_API_URL": "http://127.0.0.1:9/api/v10", "LOG_LEVEL": "ERROR"}
"""Settings with which nothing answers in Discord's place."""
NAMES = {name.upper() for name in Settings.model_fields}


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_the_example_names_every_setting_with_its_default(tmp_path: Path) -> None:
    defaults = load()
    assert defaults.discord_token is None
    example = (ROOT / ".env.example").read_text()
    (tmp_path / ".env").write_text(example)
    assert load() == defaults
    assert set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)) == NAMES | {"DISCORD_OPENAPI"}


def test_the_environment_is_stronger_than_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "COUP_PACE='30/10' # short\ncoup_ai_pause=4\nCOUP_WINDOW_FLOOR=\nCOUP_HTTP=localhost:9100\n"
    )
    monkeypatch.setenv("Coup_Pace", "60/20")
    monkeypatch.setenv("COUP_HTTP", "")
    monkeypatch.setenv("COUP_OF_ANOTHER_PROGRAM", "x")
    settings = load()
    assert (settings.coup_pace, settings.coup_http) == ("60/20", ("localhost", 9100)), (
        "an empty variable counts as missing"
    )
    assert (settings.coup_ai_pause, settings.coup_window_floor) == (4.0, 1.5)
    monkeypatch.delenv("Coup_Pace")
    assert load().coup_pace == "30/10"


def test_a_file_in_another_encoding_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x\n", "utf-16")  # as a shell of Windows writes it
    with pytest.raises(OperatorError, match=r"\.env cannot be read: it is not text in UTF-8"):
        load()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "two words"),
        ("DISCORD_API_URL", "127.0.0.1:8400"),
        ("DISCORD_API_URL", "http://user:password@127.0.0.1:8400"),
        ("DISCORD_API_URL", "https://discord..com/api/v10"),
        ("DISCORD_GATEWAY_URL", "http://127.0.0.1:8400/gateway"),
        ("DISCORD_CDN_URL", "ws://127.0.0.1:8400"),
        ("COUP_DATABASE", ":memory:"),
        ("COUP_DATABASE", "mysql://coup@localhost/coup"),
        ("COUP_DATABASE", "postgresql://coup@localhost"),
        ("COUP_DATABASE", "postgresql://coup@db..example/coup"),
        ("COUP_DATABASE", "postgresql:/coup:verysecret@localhost/coup"),
        ("COUP_DATABASE", "postgres:coup"),
        ("COUP_BACKUPS", "7"),
        ("COUP_BACKUPS", "daily"),
        ("COUP_BACKUPS", "daily,0"),
        ("COUP_BACKUPS", "yearly,7"),
        ("COUP_PACE", "hasty"),
        ("COUP_PACE", "0/0"),
        ("COUP_WINDOW_FLOOR", "-1"),
        ("COUP_WINDOW_FLOOR", "nan"),
        ("COUP_AI_PAUSE", "soon"),
        ("COUP_PICTURES", "some"),
        ("COUP_HTTP", "9100"),
        ("COUP_HTTP", "localhost:99999"),
        ("COUP_HTTP", "127.0.0..1:9100"),
        ("COUP_CLUSTER", "0/4"),
        ("COUP_CLUSTER", "5/4"),
        ("COUP_CLUSTER", "4"),
        ("COUP_CLUSTER", "a/b"),
        ("COUP_CLUSTER", "1/4/4"),
        ("COUP_CLUSTER", "-1/4"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_an_invalid_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(OperatorError, match=f"The setting {name} cannot be used: "):
        load()


@pytest.mark.parametrize(("value", "meant"), [("auto", None), ("1/4", (1, 4)), ("4/4", (4, 4)), ("", None)])
def test_processes_share_a_postgresql_database(monkeypatch: pytest.MonkeyPatch, value: str, meant: object) -> None:
    monkeypatch.setenv("COUP_DATABASE", "postgresql://coup@localhost/coup")
    monkeypatch.setenv("COUP_CLUSTER", value)
    assert load().coup_cluster == meant


@pytest.mark.parametrize("value", ["auto", "1/4"])
def test_processes_cannot_share_a_file(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("COUP_CLUSTER", value)
    with pytest.raises(OperatorError, match=r"COUP_CLUSTER .* PostgreSQL .* COUP_DATABASE"):
        load()


def test_a_postgresql_database_is_backed_up_by_its_own_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUP_BACKUPS", "daily,7")
    assert load().coup_backups is not None
    monkeypatch.setenv("COUP_DATABASE", "postgresql://coup@localhost/coup")
    with pytest.raises(OperatorError, match=r"COUP_BACKUPS .* pg_dump .* docs/hosting\.md"):
        load()


def test_the_token_comes_from_environment_or_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def found() -> tuple[str, str]:
        settings = load()
        assert settings.discord_token is not None
        return settings.discord_token.get_secret_value(), token_source(settings)

    secret, dotenv = tmp_path / "secret", tmp_path / ".env"
    secret.write_text("secret-one\n")
    dotenv.write_text(f"DISCORD_TOKEN_FILE={secret}\n")
    assert found() == ("secret-one", f"the file {secret}, which DISCORD_TOKEN_FILE names")
    monkeypatch.setenv("DISCORD_TOKEN", "another")
    with pytest.raises(OperatorError, match="DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set"):
        load()
    dotenv.write_text("")
    assert found() == ("another", "the environment")
    dotenv.write_text("DISCORD_TOKEN=overridden\n")
    assert found() == ("another", "the environment, not from .env")
    monkeypatch.delenv("DISCORD_TOKEN")
    assert found() == ("overridden", str(dotenv))
    dotenv.write_text(f"DISCORD_TOKEN_FILE={tmp_path / 'none'}\n")
    with pytest.raises(OperatorError, match="none, which cannot be read: No such file"):
        load()
    secret.write_text("\n")
    dotenv.write_text(f"DISCORD_TOKEN_FILE={secret}\n")
    with pytest.raises(OperatorError, match="DISCORD_TOKEN cannot be used: it is empty"):
        load()


async def test_the_version_is_printed(tmp_path: Path) -> None:
    bot = Bot(await Fork.start(["--version"], {}, tmp_path, printing=True))
    assert await bot.ended() == 0
    assert bot.log == f"Coup for Discord {__version__}\n"


def test_the_changelog_begins_with_the_version() -> None:
    released = re.search(r"^## (?:\[)?([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert released is not None
    assert released[1] == __version__


def test_the_settings_never_print_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    settings = load()
    assert "very-secret" not in f"{settings!r} {settings} {settings.model_dump()}"
    monkeypatch.setenv("DISCORD_TOKEN", "very secret")
    with pytest.raises(OperatorError) as refusal:
        load()
    assert "very" not in str(refusal.value)


@pytest.mark.parametrize(
    ("arguments", "variables", "said"),
    [
        ([], {}, "DISCORD_TOKEN is missing"),
        (["sync"], {}, "DISCORD_TOKEN is missing"),
        ([], {"COUP_PACE": "hasty"}, "The setting COUP_PACE"),
        ([], {"COUP_CLUSTER": "1/4"}, "PostgreSQL"),
        (["backup", "copy.sqlite3"], {}, "There is no database"),
        (["backup", "x" * 300], {}, "could not be written: File name too long"),
        (["backup", "/proc/copy.sqlite3"], {}, "/proc/copy.sqlite3 could not be written"),
        (["restore", "copy.sqlite3"], {}, "There is no backup"),
        (["restore", "x" * 300], {}, "There is no backup"),
        (["restore", "a"], {"COUP_DATABASE": "postgresql://coup@localhost/coup"}, "copy-database a postgresql://"),
        ([], {"DISCORD_TOKEN": "x", "COUP_DATABASE": "broken.sqlite3"}, "left as it is"),
        ([], {"DISCORD_TOKEN": "x", "COUP_DATABASE": "postgresql://coup@127.0.0.1:1/coup"}, "database"),
        (["sync"], NO_DISCORD, "Discord cannot be reached"),
        (["doctor"], {"COUP_DATABASE": "broken.sqlite3"}, ""),
    ],
)
async def test_the_command_line_refuses_with_one_sentence(
    tmp_path: Path, arguments: list[str], variables: dict[str, str], said: str
) -> None:
    (tmp_path / "broken.sqlite3").write_bytes(b"not a database, but long enough to look like one" * 40)
    bot = Bot(await Fork.start(arguments, variables, tmp_path))
    assert await bot.ended() == 1
    assert said in bot.log
    assert "Traceback" not in bot.log
    assert len(bot.log.splitlines()) <= 1


def test_the_database_password_is_never_printed_or_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUP_DATABASE", "postgresql://coup:verysecret@localhost/coup")
    settings = load()
    assert str(settings.coup_database) == "postgresql://coup@localhost:5432/coup"
    assert "verysecret" not in f"{settings!r} {settings}"
    monkeypatch.setenv("COUP_DATABASE", "postgresql://coup:verysecret@localhost:port/coup")
    with pytest.raises(OperatorError, match="COUP_DATABASE") as refusal:
        load()
    assert "verysecret" not in str(refusal.value)
