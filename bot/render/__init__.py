"""Rendering: pure functions from a view (a table as its reader may see it) to the messages that Discord shows."""
