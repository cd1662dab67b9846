"""Pictures: the art of roles, coins and tokens, and what a worker process draws of it. Independent of Discord."""
