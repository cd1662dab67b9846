"""What members and servers set once, for all their tables."""
