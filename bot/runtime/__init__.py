"""What the process runs on: clock, background tasks and alarms, the worker process, rate limiters, backoff."""
