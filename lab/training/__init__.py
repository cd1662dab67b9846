"""Training of the strong seat: it plays a league, and what it learns is shipped as data/ai/strong.json."""
