"""Tables: lobbies and the games played from them.

Import from the modules, not from here: `bot.tables.pace` works without the engine.
"""
