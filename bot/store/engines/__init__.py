"""The engines that keep the database: SQLite in a file of its own, or a PostgreSQL server."""
