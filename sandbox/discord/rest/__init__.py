"""Discord's HTTP API: how each request is handled, rate limits, injected faults, and the routes by subject."""
