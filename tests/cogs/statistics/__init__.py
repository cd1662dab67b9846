"""Statistics, leaderboards and seasons, as members use them."""
