"""Delivery: a table's message in its channel, reminders, direct messages, and the rate of requests."""
