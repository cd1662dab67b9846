"""Upper and lower bounds of the responder's chance to win, as functions of its belief.

The chance to win is a convex function of the belief: five weights, one for each card of the policy. They need not
sum to 1; the value is proportional to them. A *slot* is a public state and a card of the responder, with its own
bounds.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from lab.duel.public_state import CARDS, Array

UNWRITTEN: Final = -1
"""The number of the node of a responder that plays plainly from now on."""

_CHUNK: Final = 400_000
"""The most rows that are looked up at once."""
_GAIN: Final = 1e-5
"""A bound is stored only if it improves the value at its belief by at least this share of the weight."""
_LEAST_SHARE: Final = 1e-6
"""A smaller share of the weight is stored as 0."""
_MARGIN: Final = 1e-7
"""Each upper bound is raised by this share, so that rounding errors cannot make it too low."""


class _Rows:
    """Rows of five numbers in slots, at most `width` in each; a new row in a full slot replaces the oldest.

    Each row has one number more, its label; unused rows have the label `unused`.
    """

    def __init__(self, base: Array, width: int, unused: float) -> None:
        self.base = base
        self.width = width
        self._places = np.full(len(base), -1)
        self._places_used = 0
        self._inserted = np.zeros(64, int)
        self._rows = np.zeros((64, width, CARDS))
        self._labels = np.full((64, width), unused)
        self._unused = unused

    def _use(self, slots: Array) -> Array:
        """Returns the places of slots, and makes one for those that have none."""
        new = np.unique(slots[self._places[slots] < 0])
        self._places[new] = np.arange(self._places_used, self._places_used + len(new))
        self._places_used += len(new)
        while self._places_used > len(self._inserted):
            self._inserted = np.concatenate((self._inserted, np.zeros_like(self._inserted)))
            self._rows = np.concatenate((self._rows, np.zeros_like(self._rows)))
            self._labels = np.concatenate((self._labels, np.full_like(self._labels, self._unused)))
        return self._places[slots]

    def _free(self, places: Array) -> Array:
        """Returns where in its place each new row goes."""
        order = np.argsort(places, kind="stable")
        ordered = places[order]
        starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
        rank = np.empty(len(places), int)
        rank[order] = np.arange(len(places)) - np.repeat(starts, np.diff(np.r_[starts, len(places)]))
        at = (self._inserted[places] + rank) % self.width
        np.add.at(self._inserted, places, 1)
        return at

    def _chunks(self, slots: Array) -> Iterator[tuple[Array, Array, int]]:
        """Yields indexes of those slots that have rows, their places, and how many rows these have at most."""
        places = self._places[slots]
        left = np.flatnonzero(places >= 0)
        used = np.minimum(self._inserted[places[left]], self.width)
        order = np.argsort(used)
        left, used = left[order], used[order]
        first = 0
        while first < len(left):
            most = min(self.width, max(4, int(used[first] * 1.5)))
            last = int(np.searchsorted(used, most, side="right"))
            last = min(last, first + max(1, _CHUNK // most))
            yield left[first:last], places[left[first:last]], most
            first = last


class UpperBound(_Rows):
    """A sawtooth: the linear interpolation between the corners (where the card is known) and one belief more.

    `base` has the values at the corners. A belief is stored as its reciprocal weights; its label is how much its
    value is below the interpolation between the corners, the gain.
    """

    def __init__(self, base: Array) -> None:
        super().__init__(base, 256, 0.0)

    def at(self, slots: Array, beliefs: Array) -> Array:
        """Returns the bound at each belief."""
        value = (self.base[slots] * beliefs).sum(1)
        for part, places, most in self._chunks(slots):
            share = _share(beliefs[part], self._rows[places, :most])
            value[part] -= (self._labels[places, :most] * share).max(1)
        return value

    def insert(self, slots: Array, beliefs: Array, values: Array) -> None:
        """Stores upper bounds at beliefs, where they improve."""
        weight = beliefs.sum(1)
        better = np.flatnonzero(self.at(slots, beliefs) - values > _GAIN * weight)
        places, share = self._use(slots[better]), beliefs[better] / weight[better, None]
        self._compact(places)
        share[share < _LEAST_SHARE] = 0  # with less weight the value is no greater, and more beliefs profit
        gains = (self.base[slots[better]] * share).sum(1) - values[better] / weight[better]
        at = self._free(places)
        with np.errstate(divide="ignore"):
            self._rows[places, at] = 1 / share
        self._labels[places, at] = np.maximum(0, gains - _MARGIN)

    def _compact(self, places: Array) -> None:
        """Drops rows at which another row is as good, in those places that would become too full."""
        full, new = np.unique(places, return_counts=True)
        for place in full[(self._inserted[full] + new > self.width) & (self._inserted[full] > 0)]:
            used = min(int(self._inserted[place]), self.width)
            rows, gains = self._rows[place, :used], self._labels[place, :used]
            with np.errstate(divide="ignore"):
                others = gains * _share(1 / rows, np.broadcast_to(rows, (used, used, CARDS)))
            as_good = others >= gains[:, None] - _GAIN
            newer = np.triu(np.ones_like(as_good), 1)
            kept = np.flatnonzero(~(as_good & (newer | ~as_good.T)).any(1))
            self._rows[place, : len(kept)], self._labels[place, : len(kept)] = rows[kept], gains[kept]
            self._rows[place, len(kept) :], self._labels[place, len(kept) :] = 0, 0
            self._inserted[place] = len(kept)

    def used(self) -> Array:
        """Returns the slots that have beliefs."""
        return np.flatnonzero(self._places >= 0)

    def lower_corners(self, slots: Array, values: Array) -> None:
        """Lowers the values at the corners of slots, all of which have beliefs."""
        fall = np.maximum(0, self.base[slots] - values)
        self.base[slots] -= fall
        places = self._places[slots]
        with np.errstate(divide="ignore"):
            shares = 1 / self._rows[places]
        shares[np.isinf(shares)] = 0  # rows that are not used
        lost = (fall[:, None, :] * shares).sum(2)
        self._labels[places] = np.maximum(0, self._labels[places] - lost)


def _share(weights: Array, reciprocals: Array) -> Array:
    """Returns how often each stored belief fits into each of the weights."""
    with np.errstate(invalid="ignore"):  # 0 * inf: neither belief gives that card any weight
        share = weights[:, None, 0] * reciprocals[:, :, 0]
        for card in range(1, CARDS):
            share = np.fmin(share, weights[:, None, card] * reciprocals[:, :, card])
    return share


class LowerBound(_Rows):
    """The best of several responders, each of which wins as often as its row says, by the policy's card.

    `base` has the rows of the plain responder. The label of a row is the node of a written responder that wins so.
    """

    def __init__(self, base: Array) -> None:
        super().__init__(base, 48, UNWRITTEN)

    def at(self, slots: Array, beliefs: Array) -> tuple[Array, Array, Array]:
        """Returns for each belief the bound, the row of the best responder, and its node."""
        rows, nodes = self.base[slots], np.full(len(slots), UNWRITTEN)
        value = (rows * beliefs).sum(1)
        for part, places, most in self._chunks(slots):
            values = (self._rows[places, :most] @ beliefs[part, :, None])[:, :, 0]
            best = values.argmax(1)
            better = np.flatnonzero(values.max(1) > value[part])
            part, places, best = part[better], places[better], best[better]
            value[part], nodes[part] = values[better, best], self._labels[places, best]
            rows[part] = self._rows[places, best]
        return value, rows, nodes

    def improves(self, slots: Array, beliefs: Array, rows: Array) -> Array:
        """Whether rows improve the bound at these beliefs."""
        return (rows * beliefs).sum(1) > self.at(slots, beliefs)[0] + _GAIN * beliefs.sum(1)

    def insert(self, slots: Array, rows: Array, nodes: Array) -> None:
        """Stores the rows of nodes."""
        places = self._use(slots)
        at = self._free(places)
        self._rows[places, at] = rows
        self._labels[places, at] = nodes
