"""The page of a finished game: one HTML file that replays the game and checks its shuffle, without a network."""
