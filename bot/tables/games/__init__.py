"""Running games: decisions, AI seats, the question a member may answer, and replay from what is stored."""
