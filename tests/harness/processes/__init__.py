"""Processes of the bot, a PostgreSQL server, and proxies between them and to Discord, which tests can break."""
