"""Repositories: one for each kind of row, for either engine."""
