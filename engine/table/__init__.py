"""The table a game is played on: its facts, the actions and the edition in play, and the questions it asks."""
