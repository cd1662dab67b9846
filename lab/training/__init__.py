"""Training of the strong AI seat: it plays in a league, and what it learns is shipped as data/ai/strong.json."""
