"""The ruleset `g54`: its roles and actions, and where its tokens lie (rules.md 1, 3, 4)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from engine.catalogue import RULESETS
from engine.editions.g54.communications import COMMUNICATIONS
from engine.editions.g54.finance import FINANCE
from engine.editions.g54.force import DISAPPEAR_TOKENS, FORCE, disappear
from engine.editions.g54.pool_survey import DRAWN_FROM, KINDS_DRAWN, draw_among_best
from engine.editions.g54.pools import POOL_SIZE, draw_pool, validate_pool
from engine.editions.g54.reactions import LOSS_CLAIMS, estates
from engine.editions.g54.special_interest import PEACEKEEPING, SPECIAL_INTEREST, TREATY
from engine.errors import BadRequest
from engine.requests.models import Position, TokensSetUp, seat_of
from engine.requests.options import Chosen
from engine.rules.general_actions import GENERAL
from engine.table.facts import Tokens
from engine.table.questions import Rules
from engine.table.table import Bar, Edition, LossClaim, Moments, Register, Table

ROLE_ACTIONS: Final[Register] = {**FINANCE, **COMMUNICATIONS, **FORCE, **SPECIAL_INTEREST}
"""Every role's action, by the role's name; roles that only react have none."""

_AT_TURN_END: Final[Mapping[str, Callable[[Table], Rules[None] | None]]] = {
    "mercenary": disappear,
    "lawyer": estates,
}
_TWO: Final = 2


class G54(Edition):
    """Five of the twenty-five roles, with their tokens."""

    role_actions: ClassVar[Register] = ROLE_ACTIONS
    has_pool: ClassVar[bool] = True
    has_tokens: ClassVar[bool] = True
    estate_role: ClassVar[str | None] = "lawyer"
    position_fields: ClassVar[frozenset[str]] = frozenset(("tokens",))

    @classmethod
    def pool(
        cls, ruleset: str, given: Sequence[str] | None, chosen: Chosen, seed: bytes, *, set_up: bool
    ) -> tuple[str, ...]:
        """The pool that is given, or one drawn by category or among the best; a position must name its own."""
        options = dict(chosen)
        advanced, kind = RULESETS[ruleset].draws_advanced or bool(options.get("advanced")), options.get(DRAWN_FROM)
        if given is not None:
            return validate_pool(ruleset, given, free=set_up or bool(options.get("free_pool")))
        if set_up:
            raise BadRequest(f"A {ruleset} position names its pool of {POOL_SIZE} roles.")
        if kind in KINDS_DRAWN:
            return draw_among_best(seed, ruleset, str(kind), advanced=advanced)
        return draw_pool(seed, ruleset=ruleset, advanced=advanced)

    def own_actions(self) -> Register:
        """The general actions, then those of the roles in play, alphabetically."""
        known = self.role_actions
        return self.general_actions() | {role: known[role] for role in self.roles if role in known}

    def general_actions(self) -> Register:
        """Returns the actions that no role has."""
        return GENERAL

    def own_bars(self) -> tuple[Bar, ...]:
        """The treaty and Peacekeeping, if the roles that place them are in play."""
        bars = (("foreign_consular", TREATY), ("peacekeeper", PEACEKEEPING))
        return tuple(bar for role, bar in bars if role in self.roles)

    def own_loss_claims(self) -> Mapping[str, LossClaim]:
        """The claims of missionary and intellectual, if they are in play."""
        return {role: loss for role, loss in LOSS_CLAIMS.items() if role in self.roles}

    def own_moments(self) -> Moments:
        """At the end of a turn Disappear tokens take effect, then estates are settled."""
        return Moments(at_turn_end=tuple(end for role, end in _AT_TURN_END.items() if role in self.roles))

    def set_up(self, table: Table, position: Position, names: tuple[str, ...]) -> None:
        """Places the tokens of a position.

        Raises BadRequest for a token whose role is not in play (rules.md 3).
        """
        tokens = position.tokens or TokensSetUp()
        needed = (
            ("peacekeeper", tokens.peacekeeping),
            ("foreign_consular", tokens.treaty),
            ("customs_officer", tokens.tax),
            ("mercenary", tokens.disappear),
        )
        for role, token in needed:
            if token and role not in self.roles:
                raise BadRequest(f"A token of the {role} lies only where that role is in play.")
        holder = None if tokens.peacekeeping is None else _living_seat(table, names, tokens.peacekeeping)
        treaty = None if not tokens.treaty else tuple(seat_of(names, name) for name in tokens.treaty)
        if treaty is not None and (len(treaty) != _TWO or len(set(treaty)) != _TWO):
            raise BadRequest("A treaty lies with two players.")
        if tokens.tax is not None and tokens.tax.role not in self.roles:
            raise BadRequest("Only a role in play is taxed.")
        tax = None if tokens.tax is None else (_living_seat(table, names, tokens.tax.holder), tokens.tax.role)
        lying = [
            (_living_seat(table, names, token.on), seat_of(names, token.by)) for token in tokens.disappear or []
        ]
        if len(lying) > DISAPPEAR_TOKENS:
            raise BadRequest("There are three Disappear tokens.")
        table.tokens = Tokens(holder, treaty, tax, tuple(lying))

    def state(self, table: Table, names: tuple[str, ...]) -> dict[str, Any]:
        """Where the tokens lie; everybody sees all of them."""
        peacekeeping, treaty, tax, disappear, _ = table.tokens
        tokens = {
            "peacekeeping": None if peacekeeping is None else names[peacekeeping],
            "treaty": None if treaty is None else [names[seat] for seat in treaty],
            "tax": None if tax is None else {"holder": names[tax[0]], "role": tax[1]},
            "disappear": [{"on": names[on], "by": names[by]} for on, by in disappear],
        }
        return {"tokens": tokens}


def _living_seat(table: Table, names: tuple[str, ...], name: str) -> int:
    seat = seat_of(names, name)
    if not table.is_present(seat):
        raise BadRequest("Tokens lie with living players.")
    return seat
