"""The runtime of the process: clock, background tasks and alarms, worker process, rate limiters, backoff."""
