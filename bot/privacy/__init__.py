"""Members' own data: deletion in all processes and after a restore, export, and servers that the bot has left."""
