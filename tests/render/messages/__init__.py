"""Messages that everybody at a table sees."""
