"""AI seats: which player of `engine.ai` decides for a seat, how it is asked, and games that they finish alone."""
