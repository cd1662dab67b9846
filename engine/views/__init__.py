"""Forms of a game: all of it (state), what one seat or everybody may know (seat, public), its digest."""
