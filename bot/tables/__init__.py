"""Tables: lobbies and the games played from them. Import from the modules: `bot.tables.pace` loads no engine."""
