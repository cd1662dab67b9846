"""Games of tables: their settings and deal, the names of seats, replay from the store, and results."""
