"""Panels in which a player plays: the hand, what is asked, the steps of a decision, and advice."""
