"""A worker process: turns SVG documents into PNGs, one after another, as long as its input is open.

A request is a length (an unsigned 32-bit number, big endian) and an SVG document of so many bytes. An answer is
whether it was drawn (one byte, 1 or 0) and a length, then the PNG; nothing where it was not, for what is wrong
with a document may tell what is in it. The first answer, which is empty, says that the worker is ready.
"""

import struct
import sys
from typing import BinaryIO, Final

REQUEST: Final = struct.Struct(">I")
ANSWER: Final = struct.Struct(">?I")


def work(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers requests until there are no more."""
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - who imports the format of the requests draws nothing

    def answer(drawn: bool, result: bytes) -> None:
        answers.write(ANSWER.pack(drawn, len(result)) + result)
        answers.flush()

    answer(True, b"")
    while head := requests.read(REQUEST.size):
        document = requests.read(*REQUEST.unpack(head)).decode()
        try:
            result = svg_to_bytes(svg_string=document, skip_system_fonts=True)
        except ValueError:
            answer(False, b"")
        else:
            answer(True, result)


if __name__ == "__main__":
    work(sys.stdin.buffer, sys.stdout.buffer)
