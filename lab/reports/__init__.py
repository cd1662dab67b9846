"""Figures: what games are counted as, with intervals, and how that is told as text, JSON and a plot."""
