"""The Discord side of the bot: slash commands, and clicks on buttons, selects and forms."""
