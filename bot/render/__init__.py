"""Rendering: pure functions from a view of a table (what its reader may see) to Discord messages."""
