"""Helpers that tests share, one harness for each level: tables over a database, a simulated Discord, processes."""
