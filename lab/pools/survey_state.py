"""Where a survey stands: its stages, and what is known so far of every pool."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.catalogue import ROLES
from lab.pools.checkpoint import Kept, Pool
from lab.pools.pool_report import BEGINNER, STRONG
from lab.pools.tallies import Usual, Verdict, summed, usual, verdict

SEATS: Final = 4
_TRUST: Final = 4.0
"""Games over a pool that count as much as what its roles let suppose."""
_BASIC: Final = 4
"""For so many of the best pools one of the best without advanced roles: most tables allow no others."""


@dataclass(frozen=True)
class Stage:
    """One stage: so many games over each of so many pools (None: all), the best at strong play so far."""

    kind: str
    games: int
    pools: int | None = None


def stages(games: int, best: int) -> list[Stage]:
    """Every pool gets some games at either level; then ever fewer ever more at strong play."""
    return [
        Stage(STRONG, games),
        Stage(BEGINNER, games),
        Stage(STRONG, 6 * games, 6 * best),
        Stage(STRONG, 20 * games, best),
    ]


class Standing:
    """What has been played by the kind of a level, of each pool and of all together."""

    def __init__(self, kept: Kept, pools: Sequence[Pool], plan: Sequence[Stage], kind: str) -> None:
        of_kind = [number for number, stage in enumerate(plan) if stage.kind == kind]
        self.counts = {
            pool: summed(kept.counts[number, pool] for number in of_kind if (number, pool) in kept.counts)
            for pool in pools
        }
        first = of_kind[0]  # the stage that plays over all pools: those of later ones are not like all others
        self.usual: Usual = usual(
            (kept.counts[first, pool] for pool in pools if (first, pool) in kept.counts), SEATS
        )
        said = {pool: verdict(count, SEATS, self.usual) for pool, count in self.counts.items()}
        lively = self._settled({pool: each.liveliness for pool, each in said.items()})
        turns = self._settled({pool: each.turns for pool, each in said.items()})
        self.verdicts: dict[Pool, Verdict] = {
            pool: each._replace(liveliness=lively[pool], turns=turns[pool]) for pool, each in said.items()
        }

    def _settled(self, found: Mapping[Pool, float]) -> dict[Pool, float]:
        """What was found of each pool, weighed with what its roles let suppose: by how much the pools with each of
        them are above or below the mean of all, added up.
        """
        mean = math.fsum(found.values()) / len(found)
        by_role: dict[str, list[float]] = {}
        for pool, value in found.items():
            for role in pool:
                by_role.setdefault(role, []).append(value)
        above = {role: math.fsum(values) / len(values) - mean for role, values in by_role.items()}
        settled: dict[Pool, float] = {}
        for pool, value in found.items():
            games = self.counts[pool].games
            supposed = max(0.0, mean + math.fsum(above[role] for role in pool))
            settled[pool] = (value * games + supposed * _TRUST) / (games + _TRUST)
        return settled

    def best(self, number: int) -> list[Pool]:
        """The best pools: half of them by balance x liveliness, half by balance alone; and those without advanced
        roles, a quarter as many.
        """
        plain = [pool for pool in self.verdicts if not any(ROLES[role].advanced for role in pool)]
        return sorted({*self._best(list(self.verdicts), number), *self._best(plain, -(-number // _BASIC))})

    def _best(self, among: Sequence[Pool], number: int) -> list[Pool]:
        by_score = sorted(among, key=lambda pool: -self.verdicts[pool].score)
        chosen = by_score[: -(-number // 2)]
        rest = sorted(set(among) - set(chosen), key=lambda pool: (-self.verdicts[pool].balance, pool))
        return [*chosen, *rest[: number - len(chosen)]]
