"""Data sets: games with everything hidden in them, written, verified, and made into leaderboards."""
