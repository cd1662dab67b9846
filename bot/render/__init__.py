"""Rendering: pure functions from a table, and who looks, to the messages that Discord shows."""
