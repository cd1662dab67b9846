"""Measures AI seats: who wins against whom, their habits, how far they can be exploited, and their speed."""
