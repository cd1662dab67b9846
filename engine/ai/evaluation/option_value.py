"""The value of an option: how often its seat wins after it, and what may go wrong."""


class OptionValue:
    """The value of an option: `win_chance` is the estimated probability, from 0 to 1, that the seat wins after it.

    `best_case` is that probability if nobody challenges or blocks the option, `worst_case` if the option goes
    wrong. `risk` is the probability that it goes wrong, `block` the probability that it is blocked. `truth` is 1
    for a claim that can be proven, -1 for a lie, and 0 for an option that claims nothing.
    """

    # Not a NamedTuple: every decision creates many of these, and slots are faster to write and read.
    __slots__ = ("best_case", "block", "risk", "truth", "win_chance", "worst_case")

    def __init__(
        self,
        win_chance: float,
        best_case: float,
        worst_case: float,
        risk: float = 0.0,
        block: float = 0.0,
        truth: int = 0,
    ) -> None:
        self.win_chance = win_chance
        self.best_case = best_case
        self.worst_case = worst_case
        self.risk = risk
        self.block = block
        self.truth = truth

    def with_chances(self, win_chance: float, best_case: float) -> "OptionValue":
        """Returns a copy with another chance to win and another best case."""
        return OptionValue(win_chance, best_case, self.worst_case, self.risk, self.block, self.truth)


def certain(win_chance: float) -> OptionValue:
    """Returns the value of an option that nobody can answer."""
    return OptionValue(win_chance, win_chance, win_chance)


def risky(best_case: float, worst_case: float, risk: float, truth: int = 0) -> OptionValue:
    """Returns the value of an option that goes wrong with the probability `risk`."""
    return OptionValue((1.0 - risk) * best_case + risk * worst_case, best_case, worst_case, risk, 0.0, truth)
