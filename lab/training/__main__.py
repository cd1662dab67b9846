"""`python -m lab.training` (a part of `make train`) trains the strong AI seat."""

from lab.start import start

if __name__ == "__main__":
    start("lab.training", "lab.training.command")
