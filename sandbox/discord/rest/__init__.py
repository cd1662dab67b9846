"""Discord's HTTP API: how every request is handled, rate limits, faults on demand, and the routes by subject."""
