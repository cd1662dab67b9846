"""`python -m lab.duel` solves the one-card duel."""

from lab.start import start

if __name__ == "__main__":
    start("lab.duel", "lab.duel.command")
