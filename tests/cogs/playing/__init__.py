"""Members play over SimCord: clicks, commands, whole games, and what they are told meanwhile."""
