"""Pools of roles: what games over one pool say of it, and which of all pools are the best."""
