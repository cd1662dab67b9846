"""Pools of roles: a report about one pool, and a survey of all pools."""
