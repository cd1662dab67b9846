"""The one-card duel: bounds of what a best response wins against strong, and the solution that strong plays.

The strategy learns against itself and against its best responses.
"""
