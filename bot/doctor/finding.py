"""The result of one check, and the check of a clock."""

from dataclasses import dataclass
from typing import Final

MAX_SKEW_SECONDS: Final = 1.0
"""A clock may be off by this much before members see wrong times."""


@dataclass(frozen=True)
class Finding:
    """The result of one check: whether it passed, what was checked, and a sentence for the operator."""

    is_well: bool
    about: str
    sentence: str


def passed(about: str, sentence: str) -> Finding:
    """Returns the result of a check that passed."""
    return Finding(True, about, sentence)


def failed(about: str, sentence: str) -> Finding:
    """Returns the result of a check that failed; the sentence says what to do."""
    return Finding(False, about, sentence)


def clock_finding(ahead: float, unsure: float, whose: str) -> Finding:
    """Returns the finding about a clock that is `ahead` of another by some seconds, plus or minus `unsure`."""
    if abs(ahead) <= MAX_SKEW_SECONDS + unsure:
        return passed("clock", f"This machine's clock agrees with {whose}.")
    return failed(
        "clock",
        f"This machine's clock is {abs(ahead):.1f} s {'ahead of' if ahead > 0 else 'behind'} {whose}, so that "
        "deadlines come at other times than members are shown: let NTP set both (chrony, systemd-timesyncd).",
    )
