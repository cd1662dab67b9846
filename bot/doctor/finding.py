"""Finding: the result of one check."""

from dataclasses import dataclass
from typing import Final

SKEW: Final = 1.0  # seconds that a clock may be off before members see wrong times


@dataclass(frozen=True)
class Finding:
    """The result of one check: whether all is well, what was checked, and a sentence for the operator."""

    well: bool
    about: str
    sentence: str


def clock_finding(ahead: float, unsure: float, whose: str) -> Finding:
    """Judges how many seconds this machine's clock is ahead of another one, give or take `unsure` seconds."""
    if abs(ahead) <= SKEW + unsure:
        return Finding(True, "clock", f"This machine's clock agrees with {whose}.")
    return Finding(
        False,
        "clock",
        f"This machine's clock is {abs(ahead):.1f} s {'ahead of' if ahead > 0 else 'behind'} {whose}, so that "
        "deadlines come at other times than members are shown: let NTP set both (chrony, systemd-timesyncd).",
    )
