"""Rebellion G54: twenty-five roles, a module for each category; each block reads like its card (rules.md 4)."""

from engine.editions.g54.edition import G54, ROLE_ACTIONS

__all__ = ["G54", "ROLE_ACTIONS"]
