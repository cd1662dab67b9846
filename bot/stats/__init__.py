"""Statistics of finished games as pure values: order of finishing, lies and challenges, ratings, seasons."""
