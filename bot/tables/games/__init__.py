"""Games of tables: their seats, settings and deal, replay from the store, and their records."""
