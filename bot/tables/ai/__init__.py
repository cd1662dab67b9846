"""AI seats: which player of `engine.ai` decides for a seat, how it is asked; hints, and the look back."""
