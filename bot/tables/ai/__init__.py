"""AI seats: which player of `engine.ai` decides for a seat, how it is asked, how games of AI seats alone end."""
