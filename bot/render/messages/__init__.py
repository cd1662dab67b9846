"""Cards: what everybody in the channel sees, by the stage a table is at."""
