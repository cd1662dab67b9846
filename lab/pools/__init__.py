"""Pools of roles: what games over one pool show, and a survey of all pools."""
