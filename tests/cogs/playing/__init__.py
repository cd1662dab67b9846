"""Members play over SimCord: clicks, commands, whole games, and the notices that they get."""
