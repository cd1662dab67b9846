"""What the process runs on: the clock and its alarms, background tasks, deduplication of deliveries."""
