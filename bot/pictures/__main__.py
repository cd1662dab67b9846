"""`python -m bot.pictures FOLDER` draws all art into a folder, to look at it."""

import sys
from pathlib import Path

from bot.pictures.art import ART_NAMES, ICON, art_name, document, svg
from bot.pictures.rasterizer import draw
from bot.pictures.role_card import role_card
from engine.catalogue import CARDS

_PIXELS = (128, 48, 22)
_BACKGROUNDS = ("#313338", "#ffffff")
_COLUMNS = 4
_CELL_PIXELS = (226, 136)


def sheet() -> str:
    """Returns every emoji in three sizes on Discord's dark and light backgrounds, as one SVG document."""
    rows = -(-len(ART_NAMES) // _COLUMNS)
    width, height = _COLUMNS * _CELL_PIXELS[0], rows * _CELL_PIXELS[1]
    drawn = ""
    for side, colour in enumerate(_BACKGROUNDS):
        drawn += f'<rect x="{side * width}" width="{width}" height="{height}" fill="{colour}"/>'
        for number, name in enumerate(ART_NAMES):
            x, y = side * width + number % _COLUMNS * _CELL_PIXELS[0] + 4, number // _COLUMNS * _CELL_PIXELS[1] + 4
            for size in _PIXELS:
                place = f'<svg x="{x}" y="{y}" width="{size}" height="{size}" viewBox="0 0 128 128">'
                drawn += f"{place}{svg(name)}</svg>"
                x += size + 8
    return document(2 * width, height, drawn)


def main(folder: Path) -> None:
    """Writes `sheet.png`, a card of each role, and the icon in the largest size that Discord accepts."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {"sheet": sheet(), ICON: svg(ICON, 512)} | {art_name(card): role_card(card) for card in CARDS}
    for name, picture in pictures.items():
        (folder / f"{name}.png").write_bytes(draw(picture))


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
