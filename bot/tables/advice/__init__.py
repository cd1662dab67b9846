"""Advice about a player's decisions, from what that player can know: hints, and a look back after the game."""
