"""Repositories: one for each kind of row, over either engine; `bot.store.ports` says what each can do."""
