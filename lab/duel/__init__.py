"""Solves the one-card duel: the strategy learns against itself and against its best responses."""
