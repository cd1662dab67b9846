"""Views of a game: all facts (state), what a seat or everybody may know (seat, public), digest, odds, risk."""
