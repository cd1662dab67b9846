"""Discord's limits that the processes of a cluster share."""

from typing import Final

REQUESTS: Final = 50
"""Requests that Discord allows in a second for one token, over all processes."""
REQUESTS_SECONDS: Final = 1.05
"""A little more than a second, because requests may be delayed after the limiter has admitted them."""
IDENTIFY_SECONDS: Final = 5.1
"""Seconds between two new sessions of shards with the same remainder by Discord's `max_concurrency`."""
