"""Pictures kept as files: drawn once, and drawn again when the art changes or a file is damaged."""

import struct
from pathlib import Path

import pytest

from bot.pictures import files
from bot.pictures.art import ART_NAMES
from bot.pictures.files import NAMES, PictureFiles, role_card_name


def size(png: bytes | None) -> tuple[int, int]:
    """Width and height of a PNG in pixels."""
    assert png is not None
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> PictureFiles:
    """A folder in which everything has been drawn."""
    drawn = PictureFiles(tmp_path_factory.mktemp("drawn"))
    assert drawn.missing() == list(NAMES)
    drawn.draw_missing()
    return drawn


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> PictureFiles:
    """A folder in which three pictures have been drawn."""
    monkeypatch.setattr(files, "NAMES", ("card", "duke", "duke_lost"))
    few = PictureFiles(tmp_path / "pictures")
    few.draw_missing()
    return few


def written(kept: PictureFiles) -> dict[str, int]:
    """When each file was written, by name."""
    return {path.name: path.stat().st_mtime_ns for path in kept.folder.iterdir()}


@pytest.mark.slow
def test_every_emoji_and_every_role_card_is_drawn(drawn: PictureFiles) -> None:
    assert drawn.missing() == []
    assert {size(drawn.read(name)) for name in ART_NAMES} == {(128, 128)}
    assert max(len(drawn.read(name) or b"") for name in ART_NAMES) < 256 * 1024, "Discord's limit"
    for card in ("duke", "assassin*", "spy"):
        width, height = size(drawn.read(role_card_name(card)))
        assert width > 2 * height, "beside the card are its pictograms"
    assert len({drawn.read(name) for name in NAMES}) == len(NAMES), "no two look the same"


def test_an_unknown_picture_is_missing(few: PictureFiles) -> None:
    assert few.read("jester") is None


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n", None], ids=["empty", "cut", "changed"])
def test_only_a_damaged_picture_is_drawn_again(few: PictureFiles, content: bytes | None) -> None:
    intact, before = few.read("duke"), written(few)
    (damaged,) = [path for path in few.folder.iterdir() if path.read_bytes() == intact]
    damaged.write_bytes(damaged.read_bytes()[:-9] + b"?????????" if content is None else content)
    assert few.read("duke") is None
    assert few.missing() == ["duke"]
    few.draw_missing()
    assert few.read("duke") == intact
    assert {name for name, at in written(few).items() if at != before[name]} == {damaged.name}


def test_only_a_picture_whose_place_is_taken_stays_missing(few: PictureFiles) -> None:
    intact = few.read("card")
    for path in few.folder.iterdir():
        is_card = path.read_bytes() == intact
        path.unlink()
        if is_card:
            path.mkdir()
    with pytest.raises(IsADirectoryError):
        few.draw_missing()
    assert few.missing() == ["card"]
    assert few.read("card") is None
    assert few.read("duke")


def test_changed_art_replaces_the_former_picture(few: PictureFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    (few.folder / "of-somebody-else.png").write_bytes(b"")
    before, former = written(few), few.read("duke")
    svg = files.svg
    monkeypatch.setattr(files, "svg", lambda name: svg("contessa" if name == "duke" else name))
    changed = PictureFiles(few.folder)
    assert changed.missing() == ["duke"]
    changed.draw_missing()
    assert changed.read("duke") != former
    after = written(few)
    assert len(after) == len(before)
    assert {name: after.get(name) for name in before} != before
    assert "of-somebody-else.png" in after, "other files stay"
