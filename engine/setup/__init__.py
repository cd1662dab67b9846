"""How a game begins: requests checked, options, the deal of a new game, set-up positions."""
