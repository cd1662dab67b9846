"""`make run`: starts the bot and, without a token, the sandbox beside it; alone in knowing both."""
