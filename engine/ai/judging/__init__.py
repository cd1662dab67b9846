"""Judging: what each option is worth, from what a seat sees and remembers."""
