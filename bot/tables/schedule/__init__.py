"""The schedule of tables: their deadlines and other alarms, and the tables to load after a restart."""
