"""Models of the requests `new` and `position` and of records, and checks of their values (referee.md)."""

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.catalogue import START_COINS
from engine.errors import BadRequest, is_text, quote

SEED_BYTES: Final = 32
NO_SEED: Final = "00" * SEED_BYTES
MAX_NAME_CHARACTERS: Final = 100
M = TypeVar("M", bound=BaseModel)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(_Strict):
    """The request `new` of referee.md."""

    ruleset: str
    options: dict[str, Any] = {}
    players: list[str]
    seed: str | None = None
    pool: list[str] | None = None
    first: str | None = None
    direction: int | None = None
    teams: list[list[str]] | None = None


class _Player(_Strict):
    name: str
    coins: int = Field(default=START_COINS, ge=0, le=10**6)
    hand: list[str]
    lost: list[str] = []
    aside: list[str] = []
    allegiance: Literal["loyalist", "reformist"] | None = None


class _Tax(_Strict):
    holder: str
    role: str


class _Disappear(_Strict):
    on: str
    by: str


class TokensSetUp(_Strict):
    """Where the tokens lie in a position."""

    peacekeeping: str | None = None
    treaty: list[str] | None = None
    tax: _Tax | None = None
    disappear: list[_Disappear] | None = None
    bomb: None = None  # between two turns it lies nowhere


class _Lying(_Strict):
    event: Literal["first_turn", "second_turn", "third_turn", "first_death", "second_death"]
    card: str | None = None
    coins: int | None = Field(default=None, ge=0)


class Position(_Strict):
    """A position of referee.md.

    The field `drawn`, which the referee prints in the middle of a turn, is not accepted.
    """

    ruleset: str
    options: dict[str, Any] = {}
    pool: list[str] | None = None
    turn: str
    seed: str | None = None
    players: list[_Player]
    deck: list[str] | None = None
    tokens: TokensSetUp | None = None
    reserve: int | None = Field(default=None, ge=0, le=10**6)
    bank: int | None = Field(default=None, ge=0, le=10**6)
    first: str | None = None
    first_turns: int | None = Field(default=None, ge=0)
    mat: list[_Lying] | None = None
    out: list[str] | None = None
    direction: int | None = None

    def leaves_out(self, field: str, names: tuple[str, ...]) -> bool:
        """Whether a field has its default value, so that it counts as left out."""
        value = getattr(self, field)
        if field == "tokens":
            return value is None or not any(token for _, token in value)
        nothing: dict[str, object] = {"first": names[0], "first_turns": 0, "mat": [], "out": [], "direction": 1}
        return value is None or value == nothing.get(field)


OWN_FIELDS: Final = frozenset(Position.model_fields) - frozenset(
    ("ruleset", "options", "pool", "turn", "seed", "players", "deck")
)
"""The fields of a position that only some rulesets have."""


class Record(_Strict):
    """A record of referee.md: how the game began, every decision, and who won."""

    new: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    decisions: list[dict[str, Any]]
    result: list[str] | None = None


def validate(model: type[M], request: object) -> M:
    """Returns a request as a model. Raises BadRequest, which says what is wrong with it."""
    try:
        return model.model_validate(request)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadRequest(f"{'.'.join(map(quote, first['loc'])) or 'The request'}: {first['msg']}.") from None


def names_of(players: Sequence[str]) -> tuple[str, ...]:
    """Returns the players' names by seat. Raises BadRequest if one is repeated, empty, too long or no text."""
    names = tuple(players)
    if len(set(names)) != len(names):
        raise BadRequest("Every player has a name of its own.")
    if not all(names) or max(map(len, names), default=0) > MAX_NAME_CHARACTERS or not is_text("".join(names)):
        raise BadRequest(f"A name has 1 to {MAX_NAME_CHARACTERS} characters.")
    return names


def seat_of(names: tuple[str, ...], name: str) -> int:
    """Returns the seat of a player. Raises BadRequest if no player has that name."""
    if name not in names:
        raise BadRequest("no_such_player", name=name)
    return names.index(name)


def entropy_of(seed: str) -> bytes:
    """Returns the 32 bytes of a seed. Raises BadRequest unless it is 64 hexadecimal digits."""
    try:
        entropy = bytes.fromhex(seed)
    except ValueError:
        entropy = b""
    if len(entropy) != SEED_BYTES or len(seed) != len(NO_SEED):
        raise BadRequest("A seed is 64 hexadecimal digits.")
    return entropy
