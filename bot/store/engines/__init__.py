"""The database engines: SQLite, with a file, or PostgreSQL, with a server."""
