"""Solves the one-card duel by simulating millions of duels. The state space is also that of `lab.certify`."""
