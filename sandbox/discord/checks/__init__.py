"""What Discord refuses: messages, components, commands and whole request bodies."""
