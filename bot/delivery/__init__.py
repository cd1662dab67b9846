"""Delivery: a table's card in its channel, reminders, copies by direct message, and how requests are spaced."""
