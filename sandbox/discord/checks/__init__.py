"""Discord's checks of what a bot sends: messages, components, commands, and request bodies as a whole."""
