"""Anarchy, the expansion of G54: six more roles, the Bank and the Bomb (rules.md 10)."""

from engine.editions.anarchy.edition import GENERAL_ACTIONS, ROLE_ACTIONS, Anarchy

__all__ = ["GENERAL_ACTIONS", "ROLE_ACTIONS", "Anarchy"]
