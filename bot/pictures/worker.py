"""Draws SVG documents as PNGs; also run as the worker process of the pictures (see `bot.runtime.worker`)."""

import sys

from bot.runtime.worker import work


def draw(document: str) -> bytes:
    """Returns the PNG of an SVG document. Raises ValueError if the document cannot be drawn."""
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - the bot itself draws nothing, and does without the library

    return svg_to_bytes(svg_string=document, skip_system_fonts=True)


if __name__ == "__main__":
    work(sys.stdin.buffer, sys.stdout.buffer)
