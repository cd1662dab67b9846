"""`make run`: starts the bot and, without a token, the sandbox; no other package knows both."""
