"""Solving the one-card duel, by millions of duels played many at a time, for the table of the strong seat."""
