"""`python -m bot`: runs the bot; `sync`, `doctor`, `backup` and `copy-database` help its operator."""

import sys

from bot.runtime.interpreter import without_garbage_collection


def main() -> int:
    """Runs the command; returns its exit code."""
    with without_garbage_collection():
        from bot.command_line import run  # noqa: PLC0415 - it imports everything
    return run()


if __name__ == "__main__":
    sys.exit(main())
