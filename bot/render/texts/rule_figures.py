"""Numbers of the rules that texts name, taken from the engine. Every text of the catalogue may use them."""

from collections.abc import Mapping
from typing import Final

from engine.catalogue import START_COINS
from engine.editions import ACTIONS, EDITIONS
from engine.editions.g54.finance import HIGHEST_STAKE
from engine.editions.g54.reactions import COMPENSATION
from engine.editions.mcguire import LEGACY
from engine.rules.claims import RIOT_SHARE
from engine.rules.general_actions import MUST_COUP_COINS

FIGURES: Final[Mapping[str, int]] = {
    **{f"price_{name}": action.price for name, action in ACTIONS.items() if action.price},
    **{f"dearest_{name}": action.price + action.surcharge for name, action in ACTIONS.items() if action.surcharge},
    **{f"need_{name}": action.need for name, action in ACTIONS.items() if action.need},
    **{f"ransom_{name}": action.ransom for name, action in ACTIONS.items() if action.ransom},
    **{f"life_price_{name}": edition.life_price for name, edition in EDITIONS.items() if edition.life_price},
    "compensation": COMPENSATION,
    "legacy": LEGACY,
    "must_coup": MUST_COUP_COINS,
    "riot_share": RIOT_SHARE,
    "stake": HIGHEST_STAKE,
    "start_coins": START_COINS,
}
"""Numbers by name: `price_`, `dearest_`, `need_` and `ransom_` with the id of an action, and others."""
