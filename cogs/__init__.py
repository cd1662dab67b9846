"""The Discord side of the bot: slash commands, and presses of buttons, selects and forms."""
