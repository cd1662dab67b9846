"""Training: of the strong AI seat, whose weights are data/ai/strong.json, and of learners that exploit a seat."""
