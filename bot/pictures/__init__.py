"""Pictures: the art of roles, coins and tokens, and what is drawn of it in worker processes. Knows no Discord."""
