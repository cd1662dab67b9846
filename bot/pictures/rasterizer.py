"""Turns SVG documents into PNGs in a worker process, because `resvg` holds the interpreter's lock meanwhile."""

import sys

from bot.runtime.worker import work


def draw(document: str) -> bytes:
    """Returns an SVG document as a PNG. Raises ValueError for a document that cannot be drawn."""
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - only the worker process draws

    return svg_to_bytes(svg_string=document, skip_system_fonts=True)


if __name__ == "__main__":
    work(sys.stdin.buffer, sys.stdout.buffer)
