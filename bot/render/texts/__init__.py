"""What is said: the catalogue's words, names made harmless, phrases, the story of a game, alt texts."""
