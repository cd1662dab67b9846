"""Interactions of members with the bot: its registered commands, and how it responds to each interaction."""
