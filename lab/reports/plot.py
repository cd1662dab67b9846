"""Plots: estimates with their intervals, drawn by matplotlib, which the extra `lab` brings."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab.errors import extra
from lab.reports.statistics import Estimate

_ROW: Final = 0.26  # inches
_FRAME: Final = 1.0
_WIDTH: Final = 7.5
_INK: Final = "#24436b"


@dataclass(frozen=True)
class Panel:
    """One part of a plot: estimates in rows. `line` is the value that would mean nothing out of the ordinary;
    `shares` says that the values are shares, to be shown in per cent.
    """

    title: str
    rows: Sequence[tuple[str, Estimate]]
    line: float | None = None
    shares: bool = True


def check() -> None:
    """Raises LabError if nothing can be drawn here."""
    extra("matplotlib.figure", "lab")


def draw(panels: Sequence[Panel], path: Path) -> None:
    """Draws panels one below the other into a file, of the form that its name says. Raises LabError."""
    shown = [panel for panel in panels if panel.rows]
    heights = [len(panel.rows) * _ROW + _FRAME for panel in shown]
    figure = extra("matplotlib.figure", "lab").Figure(figsize=(_WIDTH, sum(heights)), layout="constrained")
    every = figure.subplots(len(shown), 1, squeeze=False, gridspec_kw={"height_ratios": heights})
    for panel, (axes,) in zip(shown, every, strict=True):
        scale = 100 if panel.shares else 1
        values = [estimate.value * scale for _, estimate in panel.rows]
        below = [(estimate.value - estimate.low) * scale for _, estimate in panel.rows]
        above = [(estimate.high - estimate.value) * scale for _, estimate in panel.rows]
        places = list(range(len(panel.rows)))
        axes.errorbar(values, places, xerr=[below, above], fmt="o", color=_INK, capsize=3, markersize=4)
        axes.set_yticks(places, [label for label, _ in panel.rows])
        axes.set_ylim(len(panel.rows) - 0.5, -0.5)
        axes.set_title(panel.title, loc="left", fontsize=10)
        axes.grid(axis="x", alpha=0.3)
        if panel.shares:
            axes.xaxis.set_major_formatter("{x:g} %")
        if panel.line is not None:
            axes.axvline(panel.line * scale, color="grey", linestyle="--", linewidth=1)
    figure.savefig(path, dpi=130)
