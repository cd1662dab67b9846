"""How a game begins: the deal of a new game, and set-up positions."""
