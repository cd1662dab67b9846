"""The operator's settings, from the environment or `.env`; `.env.example` describes each."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from dotenv import dotenv_values
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    SecretStr,
    ValidationError,
    ValidationInfo,
)
from yarl import URL

from bot.cluster import Place
from bot.refusals import OperatorError
from bot.store.address import Address, is_host, parse
from bot.store.backup import BackupPlan, backup_plan
from bot.tables.pace import pace

_HOST_PORT: Final = re.compile(r"(?P<host>\[[0-9a-fA-F:]+\]|[^\s:]+):(?P<port>\d{1,5})")
_PLACE: Final = re.compile(r"(\d{1,4})/(\d{1,4})")


def _host_port(text: str) -> tuple[str, int]:
    found = _HOST_PORT.fullmatch(text)
    if found is None or int(found["port"]) > 65535 or not is_host(found["host"]):
        raise ValueError("it should read host:port, e.g. 127.0.0.1:9100")
    return found["host"].strip("[]"), int(found["port"])


def _check_pace(text: str) -> str:
    pace(text)
    return text


def _check_token(token: SecretStr) -> SecretStr:
    if not re.fullmatch(r"[!-~]+", token.get_secret_value()):
        raise ValueError("it is empty, or holds spaces or characters that no token has")
    return token


def _http_url(text: str) -> str:
    return _check_url(text, "http", "https").rstrip("/")


def _gateway_url(text: str) -> str:
    return _check_url(text, "ws", "wss")


def _check_url(text: str, *schemes: str) -> str:
    try:
        url = URL(text)
    except ValueError:
        url = URL()
    if url.scheme not in schemes or not is_host(url.host or "") or "@" in url.authority:
        begin = f"{schemes[0]}:// or {schemes[1]}://"
        raise ValueError(f"it should be an address without user and password that begins with {begin}")
    return text


def _database(value: str | Address) -> Address:
    return parse(value) if isinstance(value, str) else value


def _backups(text: str, info: ValidationInfo) -> BackupPlan:
    if not isinstance(info.data.get("coup_database", Path()), Path):
        raise ValueError(  # noqa: TRY004 - the setting is of the right type, for another database
            "the bot backs up only SQLite files, and COUP_DATABASE names a PostgreSQL database; back that up "
            "by pg_dump or its write-ahead log, as docs/hosting.md says, and leave COUP_BACKUPS empty"
        )
    return backup_plan(text)


def _place(text: str, info: ValidationInfo) -> Place | None:
    found = _PLACE.fullmatch(text)
    if text != "auto" and (found is None or not 1 <= int(found[1]) <= int(found[2])):
        raise ValueError("it should read auto, or k/n (k from 1 to n) for the k-th of n processes, e.g. 1/4")
    if isinstance(info.data.get("coup_database"), Path):
        raise ValueError(  # noqa: TRY004 - the setting is of the right type, for another database
            "processes share a PostgreSQL database, and COUP_DATABASE names a SQLite file; "
            "set COUP_DATABASE to postgresql://…, or leave COUP_CLUSTER empty"
        )
    return None if found is None else (int(found[1]), int(found[2]))


_HttpUrl = Annotated[str, AfterValidator(_http_url)]


class Settings(BaseModel):
    """All settings, checked when they are read. `coup_cluster`: None for a process that takes any free shards."""

    model_config = ConfigDict(frozen=True)

    discord_token: Annotated[SecretStr, AfterValidator(_check_token)] | None = None
    discord_token_file: Path | None = None
    discord_api_url: _HttpUrl | None = None
    discord_gateway_url: Annotated[str, AfterValidator(_gateway_url)] | None = None
    discord_cdn_url: _HttpUrl | None = None
    coup_database: Annotated[Address, PlainValidator(_database)] = Path("var/coup.sqlite3")
    coup_backups: Annotated[BackupPlan, PlainValidator(_backups)] | None = None
    coup_pace: Annotated[str, AfterValidator(_check_pace)] = "normal"
    coup_window_floor: float = Field(default=1.5, ge=0, le=10, allow_inf_nan=False)
    coup_ai_pause: float = Field(default=2.0, ge=0, le=60, allow_inf_nan=False)
    coup_pictures: bool = True
    coup_http: Annotated[tuple[str, int], PlainValidator(_host_port)] | None = None
    coup_cluster: Annotated[Place, PlainValidator(_place)] | None = None
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)] = "INFO"
    log_format: Literal["text", "json"] = "text"

    @property
    def pictures_folder(self) -> Path:
        """The folder of the pictures that are drawn once: beside the SQLite file, otherwise in `var`."""
        database = self.coup_database
        return (database.parent if isinstance(database, Path) else Path("var")) / "pictures"

    @property
    def deletions_file(self) -> Path:
        """The list of deleted members (see `bot.privacy.ledger`): beside the SQLite file, otherwise in `var`."""
        database = self.coup_database
        return (database if isinstance(database, Path) else Path("var/coup")).with_suffix(".deletions")


def load() -> Settings:
    """Returns the settings of this process: its environment's, then those of `.env`. Raises OperatorError."""
    try:
        variables = _variables()
    except (OSError, UnicodeError) as error:
        raise OperatorError(f".env cannot be read: {_reason(error)}.") from None
    if token_file := variables.get("discord_token_file"):
        if "discord_token" in variables:
            raise OperatorError("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: remove one of them.")
        try:
            variables["discord_token"] = Path(token_file).read_text("utf-8").strip()
        except (OSError, UnicodeError) as error:
            text = f"DISCORD_TOKEN_FILE names {token_file}, which cannot be read: {_reason(error)}."
            raise OperatorError(text) from None
    try:
        return Settings.model_validate(
            {name: variables[name] for name in Settings.model_fields if name in variables}
        )
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = str(first["loc"][0]).upper()
        reason = first["msg"].removeprefix("Value error, ")
        raise OperatorError(f"The setting {name} cannot be used: {reason}.") from None


def unknown_settings() -> list[str]:
    """Returns the names of variables that begin with COUP_ but are no settings, and so have no effect."""
    return [
        name.upper() for name in _variables() if name.startswith("coup_") and name not in Settings.model_fields
    ]


def token_source(settings: Settings) -> str:
    """Returns where `load` found the token, in words."""
    if settings.discord_token_file is not None:
        return f"the file {settings.discord_token_file}, which DISCORD_TOKEN_FILE names"
    in_file = "discord_token" in _named(dotenv_values(".env"))
    if "discord_token" not in _named(os.environ):
        return str(Path(".env").resolve())
    return f"the environment{', not from .env' if in_file else ''}"


def _reason(error: OSError | UnicodeError) -> str | None:
    return error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"


def _variables() -> dict[str, str]:
    """Returns the variables of `.env` and of the environment, which counts if both have one."""
    return _named(dotenv_values(".env")) | _named(os.environ)


def _named(variables: Mapping[str, str | None]) -> dict[str, str]:
    """Returns the variables that are not empty, their names in lower case."""
    return {name.lower(): value for name, value in variables.items() if value}
