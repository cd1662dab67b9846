"""Measures AI seats: who wins against whom, their habits and repetitions, and their speed."""
