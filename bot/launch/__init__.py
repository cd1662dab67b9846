"""`make run`: starts the bot, and without a token the sandbox beside it. The one room that knows both."""
