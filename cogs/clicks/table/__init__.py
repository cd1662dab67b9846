"""Handlers of the controls of tables: lobby, turn, private choices, and a player's seat."""
