"""Transitions: everything that can happen to a table, as pure functions of its state, a command and the time.

A transition raises a Refusal, or returns the next state with what to store and what to announce; the shell carries
it out. `lobby` has those before a game, `game` those during a game, `moderation` those from outside.
"""
