"""What members do with the bot: its commands, interactions, and the bot's answers."""
