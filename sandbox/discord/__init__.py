"""Discord's side: what it remembers, how interactions go, what a bot hears and asks, and what is refused."""
