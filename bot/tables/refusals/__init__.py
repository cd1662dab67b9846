"""Refusals: why a table does not do what was asked. Nothing has changed when one is raised.

Each reason is a type of its own. Its fields are facts, never sentences; `word` is the id of its sentence in the
catalogue of words, which is filled in with the facts.
"""
