"""Requests in JSON: what a new game, a set-up position and a record look like, and which options may be chosen."""
