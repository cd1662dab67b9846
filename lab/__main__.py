"""`python -m lab COMMAND` runs a command of the laboratory; `--help` lists the commands."""

from lab.start import start

if __name__ == "__main__":
    start()
