"""What the process runs on: clock and alarms, background tasks, the worker process, rate limiters, backoff."""
