"""The ruleset `anarchy`: g54 with six more roles, and where its coins and the Bomb lie (rules.md 10)."""

from typing import Any, ClassVar, Final

from engine.catalogue import RULESETS
from engine.editions.anarchy.bomb import BOMB
from engine.editions.anarchy.general_actions import BANK, SOCIAL_MEDIA
from engine.editions.anarchy.roles import ROLES
from engine.editions.g54.edition import G54
from engine.editions.g54.edition import ROLE_ACTIONS as G54_ACTIONS
from engine.errors import BadRequest
from engine.requests.models import Position
from engine.rules.general_actions import GENERAL
from engine.table.table import Register, Table

GENERAL_ACTIONS: Final[Register] = {**BANK, **SOCIAL_MEDIA}
ROLE_ACTIONS: Final[Register] = {**ROLES, **BOMB}
"""The action of each role that anarchy adds, by the role's name."""


class Anarchy(G54):
    """Five of g54's and anarchy's roles."""

    position_fields: ClassVar[frozenset[str]] = frozenset(("tokens", "bank"))
    role_actions: ClassVar[Register] = {**G54_ACTIONS, **ROLE_ACTIONS}

    def roles_in_play(self, pool: tuple[str, ...]) -> tuple[str, ...]:
        """A joining action is no role (rules.md 10.1)."""
        return tuple(name for name in pool if name not in RULESETS[self.ruleset].joining.values())

    def general_actions(self) -> Register:
        """With the financier, bank takes income's place; social_media may join (rules.md 10.2, 10.3)."""
        first = BANK if "financier" in self.roles else {"income": GENERAL["income"]}
        joined = {name: action for name, action in SOCIAL_MEDIA.items() if name in self.pool_in_play}
        return {**first, "coup": GENERAL["coup"], **joined}

    def set_up(self, table: Table, position: Position, names: tuple[str, ...]) -> None:
        """Places the tokens, and lays coins on the Bank. Raises BadRequest for coins without the financier."""
        super().set_up(table, position, names)
        if position.bank and "financier" not in self.roles:
            raise BadRequest("Coins lie on the Bank only where the financier is in play.")
        table.pile = position.bank or 0

    def state(self, table: Table, names: tuple[str, ...]) -> dict[str, Any]:
        """The Bank, and where the tokens lie, with the Bomb and everybody who has held it."""
        held = [names[seat] for seat in table.tokens.bomb]
        tokens = super().state(table, names)["tokens"]
        return {"bank": table.pile, "tokens": {**tokens, "bomb": {"on": held[-1], "held": held} if held else None}}
