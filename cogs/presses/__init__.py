"""What each button and select does, by its operation: thin translators from a click to a table."""
