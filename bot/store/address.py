"""The address of a database: a file for SQLite, or a PostgreSQL server, whose password is a secret."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import parse_qsl, unquote, urlsplit


@dataclass(frozen=True)
class PostgresqlAddress:
    """A PostgreSQL database. `password` is None if libpq needs none or finds it elsewhere.

    `parameters` are other parameters of libpq, e.g. sslmode. The text of an address never contains the password.
    """

    host: str
    port: int
    user: str
    database: str
    password: str | None = field(default=None, repr=False)
    parameters: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return f"postgresql://{self.user}@{self.host}:{self.port}/{self.database}"


Address: TypeAlias = Path | PostgresqlAddress


def is_host(name: str) -> bool:
    """Whether a name can be looked up; if a part of it is empty or too long, each look-up raises UnicodeError."""
    try:
        return bool(name.encode("idna"))
    except UnicodeError:
        return False


def parse(text: str) -> Address:
    """Returns the address that a setting or argument names. Raises ValueError, which does not repeat the text."""
    scheme, separator, _ = text.partition("://")
    if not separator and not text.startswith(("postgresql:", "postgres:")):  # such a path is a slip of the hand
        if (path := Path(text)) == Path(":memory:"):  # SQLite would keep nothing
            raise ValueError("it should be a file, which :memory: is not")
        return path
    if scheme not in ("postgresql", "postgres"):
        raise ValueError("it should be a path or an address that begins with postgresql://")
    try:
        url = urlsplit(text)
        port = url.port or 5432
        parameters = dict(parse_qsl(url.query, keep_blank_values=True, strict_parsing=bool(url.query)))
    except ValueError:
        raise ValueError("it should read postgresql://user:password@host:port/database") from None
    host = unquote(url.hostname or "") or parameters.pop("host", "")
    password = parameters.pop("password", None)
    if url.password is not None:
        password = unquote(url.password)
    database = unquote(url.path.removeprefix("/"))
    if not (host.startswith("/") or is_host(host)) or not url.username or not database:
        raise ValueError("it should read postgresql://user:password@host:port/database")
    return PostgresqlAddress(
        host, port, unquote(url.username), database, password, tuple(sorted(parameters.items()))
    )
