"""Rebellion G54: twenty-five roles, by category; each block reads like its card (rules.md 4)."""

from engine.rules.actions import Register
from engine.rules.g54.communications import COMMUNICATIONS
from engine.rules.g54.finance import FINANCE
from engine.rules.g54.force import FORCE
from engine.rules.g54.special import SPECIAL_INTEREST

ROLE_ACTIONS: Register = {**FINANCE, **COMMUNICATIONS, **FORCE, **SPECIAL_INTEREST}
"""Every role's action, by the role's name; reacting roles have none."""
