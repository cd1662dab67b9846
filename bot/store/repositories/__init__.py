"""Repositories: one for each kind of row, over either engine."""
