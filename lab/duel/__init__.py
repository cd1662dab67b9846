"""Solves the one-card duel by simulating millions of duels. The strong AI seat plays the solution."""
