"""Training of the strong AI seat: it plays in a league, and its weights are shipped as data/ai/strong.json."""
