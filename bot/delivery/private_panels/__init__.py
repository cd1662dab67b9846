"""Private panels: which were sent, and what they must show by now."""
