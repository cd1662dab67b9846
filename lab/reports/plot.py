"""Plots of estimates with their intervals, drawn by matplotlib (`pip install '.[lab]'`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab.errors import import_optional
from lab.files import atomic_write
from lab.reports.statistics import Estimate

_ROW_INCHES: Final = 0.26
_FRAME_INCHES: Final = 1.0
_WIDTH_INCHES: Final = 7.5
_COLOUR: Final = "#24436b"


@dataclass(frozen=True)
class Panel:
    """One part of a plot: a row for each labelled estimate.

    `line` is a value to compare with, drawn as a dashed line. Shares are shown in per cent.
    """

    title: str
    rows: Sequence[tuple[str, Estimate]]
    line: float | None = None
    are_shares: bool = True


def draw(panels: Sequence[Panel], path: Path) -> None:
    """Draws panels, one below the other, into a file whose suffix names the format. Raises LabError."""
    shown = [panel for panel in panels if panel.rows]
    heights = [len(panel.rows) * _ROW_INCHES + _FRAME_INCHES for panel in shown]
    figure = import_optional("matplotlib.figure", "lab").Figure(
        figsize=(_WIDTH_INCHES, sum(heights)), layout="constrained"
    )
    grid = figure.subplots(len(shown), 1, squeeze=False, gridspec_kw={"height_ratios": heights})
    for panel, (axes,) in zip(shown, grid, strict=True):
        scale = 100 if panel.are_shares else 1
        values = [estimate.value * scale for _, estimate in panel.rows]
        below = [(estimate.value - estimate.low) * scale for _, estimate in panel.rows]
        above = [(estimate.high - estimate.value) * scale for _, estimate in panel.rows]
        positions = list(range(len(panel.rows)))
        axes.errorbar(values, positions, xerr=[below, above], fmt="o", color=_COLOUR, capsize=3, markersize=4)
        axes.set_yticks(positions, [label for label, _ in panel.rows])
        axes.set_ylim(len(panel.rows) - 0.5, -0.5)
        axes.set_title(panel.title, loc="left", fontsize=10)
        axes.grid(axis="x", alpha=0.3)
        if panel.are_shares:
            axes.xaxis.set_major_formatter("{x:g} %")
        if panel.line is not None:
            axes.axvline(panel.line * scale, color="grey", linestyle="--", linewidth=1)
    with atomic_write(path) as part:
        figure.savefig(part, format=path.suffix[1:], dpi=130)
