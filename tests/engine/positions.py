"""Small positions, written in few words."""

from typing import Any

NAMES = "ABCDEFGHIJ"


def position(ruleset: str, hands: str, coins: str, pool: str = "", **more: Any) -> dict[str, Any]:
    """A position without shuffling. Hands are written like `duke captain/contessa`, coins like `3/2`."""
    players = [
        {"name": name, "coins": int(purse), "hand": hand.split()}
        for name, hand, purse in zip(NAMES, hands.split("/"), coins.split("/"), strict=False)
    ]
    options = {"shuffle": False, **more.pop("options", {})}
    given: dict[str, Any] = {"pool": pool.split()} if pool else {}
    return {"ruleset": ruleset, "options": options, "turn": "A", "players": players, **given, **more}
