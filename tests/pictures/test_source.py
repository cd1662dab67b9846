"""Worker processes draw pictures only when one is wanted; their failures cost the picture only."""

import asyncio
import logging
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.emojis import missing_emojis
from bot.pictures import art, files, source
from bot.pictures.source import PictureSource, PictureUnavailable
from bot.runtime import worker as worker_module
from bot.stats.game_history import GameHistory
from tests.harness.waiting import TIMEOUT_SECONDS

pytestmark = pytest.mark.slow

STARTING = "import sys, time; "
FEW = ("card", "coin", "duke")
"""The only pictures that these tests keep, to save time."""
WORK = f"""
import runpy
from bot.pictures import files
files.NAMES = {FEW}
runpy.run_module("bot.pictures.rasterizer", run_name="__main__")
"""
"""The real worker."""
ON_A_FULL_DISK = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
{WORK}
"""
"""A worker that can write a hundred bytes of each file; then the system refuses the rest."""
GAME = GameHistory(coins=((2, 5), (2, 2)), lives=((2, 2), (2, 0)), claims=(), winners=(0,))
ANOTHER = replace(GAME, winners=(1,))


@asynccontextmanager
async def pictures_in(folder: Path, code: str = WORK) -> AsyncIterator[PictureSource]:
    """A source with the real worker, or with one that runs this code instead."""
    pictures = PictureSource(folder, (sys.executable, "-c", code))
    try:
        yield pictures
    finally:
        await pictures.close()


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "NAMES", FEW)
    monkeypatch.setattr(source, "CHART_SECONDS", 60.0)  # instead of 2, for a busy machine


def workers() -> list[int]:
    """The ids of the worker processes of this process."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(child) for child in children if b"bot.pictures.rasterizer" in _command(child)]


def _command(child: str) -> bytes:
    try:
        return Path(f"/proc/{child}/cmdline").read_bytes()
    except OSError:
        return b""


async def all_have_ended() -> None:
    """Waits until no worker process is left."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while workers():  # noqa: ASYNC110 - no event reports it
            await asyncio.sleep(0.01)


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks its child processes up in /proc")


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The bot's log lines at WARNING or above; asyncio may log about processes that earlier tests have killed."""
    bot = [record for record in caplog.records if record.name.startswith("bot.")]
    return [record.getMessage() for record in bot if record.levelno >= logging.WARNING]


@linux
async def test_kept_pictures_are_drawn_once_by_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with pictures_in(Path("var/pictures")) as pictures:
        with pytest.raises(PictureUnavailable):
            await pictures.read("duke")
        await pictures.draw_missing()
        duke = await pictures.read("duke")
    async with pictures_in(tmp_path / "var" / "pictures", "raise SystemExit(1)") as later:
        await later.draw_missing()
        assert await later.read("duke") == duke
        assert workers() == []


@linux
async def test_a_worker_runs_only_while_charts_are_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "IDLE_SECONDS", 0.0)
    async with pictures_in(tmp_path) as pictures:
        assert workers() == []
        assert (await pictures.chart(GAME)).startswith(b"\x89PNG")
        await all_have_ended()
        assert await pictures.chart(ANOTHER)


@linux
async def test_a_worker_that_was_killed_is_replaced(tmp_path: Path) -> None:
    async with pictures_in(tmp_path) as pictures:
        await pictures.chart(GAME)
        (worker,) = workers()
        os.kill(worker, signal.SIGKILL)
        assert await pictures.chart(ANOTHER)
        assert workers() != [worker]


@linux
async def test_the_chart_of_a_game_is_drawn_once_for_several_messages(tmp_path: Path) -> None:
    async with pictures_in(tmp_path) as pictures:
        drawn = await pictures.chart(GAME)
        os.kill(workers()[0], signal.SIGKILL)
        await all_have_ended()
        assert await pictures.chart(replace(GAME)) == drawn
        assert workers() == []


@linux
async def test_a_worker_that_hangs_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(source, "CHART_SECONDS", 0.3)
    async with pictures_in(tmp_path, f"{STARTING}time.sleep(60)") as pictures:
        for _ in range(2):
            with pytest.raises(PictureUnavailable):
                await pictures.chart(GAME)
        await all_have_ended()
    assert said(caplog) == ["A chart could not be drawn: TimeoutError; the message is sent without it"]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("raise SystemExit(1)", id="cannot start"),
        pytest.param(f"{STARTING}sys.stdin.buffer.read(4)", id="dies at each picture"),
        pytest.param(
            f"{STARTING}sys.stdin.buffer.read(4); sys.stdout.write('?'); time.sleep(60)", id="answers half"
        ),
    ],
)
async def test_a_broken_worker_costs_only_the_pictures(
    code: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "START_SECONDS", 0.5)
    monkeypatch.setattr(source, "CHART_SECONDS", 0.3)
    monkeypatch.setattr(source, "_FILES_SECONDS", 0.3)
    async with pictures_in(tmp_path / "pictures", code) as pictures:
        for _ in range(3):
            with pytest.raises(PictureUnavailable):
                await pictures.chart(GAME)
        await pictures.draw_missing()
        with pytest.raises(PictureUnavailable):
            await pictures.read("duke")
    chart, missing = said(caplog)
    assert chart.startswith("A chart could not be drawn: ")
    assert missing.startswith(f"3 pictures are missing in {tmp_path / 'pictures'}: ")


async def test_a_missing_worker_costs_only_the_pictures(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pictures = PictureSource(tmp_path, ["there-is-no-such-program"])
    await pictures.draw_missing()
    with pytest.raises(PictureUnavailable):
        await pictures.chart(GAME)
    await pictures.close()
    assert len(said(caplog)) == 2


async def test_an_unwritable_folder_costs_only_pictures(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "pictures").write_text("a file")  # root may write to any folder
    async with pictures_in(tmp_path / "pictures") as pictures:
        await pictures.draw_missing()
        with pytest.raises(PictureUnavailable):
            await pictures.read("duke")
        assert not pictures.is_damaged, "trying again at once would be in vain"
    assert said(caplog) == [
        f"3 pictures are missing in {tmp_path / 'pictures'}: File exists; messages are sent without them"
    ]


@linux
async def test_after_a_full_disk_the_next_start_draws(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with pictures_in(tmp_path, ON_A_FULL_DISK) as pictures:
        await pictures.draw_missing()
        with pytest.raises(PictureUnavailable):
            await pictures.read("duke")
    async with pictures_in(tmp_path) as later:
        await later.draw_missing()
        assert await later.read("duke")
    assert said(caplog) == [
        f"3 pictures are missing in {tmp_path}: File too large; messages are sent without them"
    ]


async def test_a_damaged_picture_is_missing_until_drawn(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with pictures_in(tmp_path) as pictures:
        await pictures.draw_missing()
        duke = await pictures.read("duke")
        damage(tmp_path, duke)
        assert await pictures.read("card")
        assert not pictures.is_damaged
        with pytest.raises(PictureUnavailable):
            await pictures.read("duke")
        assert pictures.is_damaged
        await pictures.draw_missing()
        assert await pictures.read("duke") == duke
        assert not pictures.is_damaged
    assert said(caplog) == []


def damage(folder: Path, png: bytes) -> None:
    """Cuts off the end of the file with a picture."""
    (damaged,) = [path for path in folder.iterdir() if path.read_bytes() == png]
    damaged.write_bytes(png[:-1])


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Makes the duke's art invalid."""

    def write(content: str) -> None:
        shutil.copytree(art.FOLDER, tmp_path / "art")
        monkeypatch.setattr(art, "FOLDER", tmp_path / "art")
        (tmp_path / "art" / "duke.svg").write_text(content)
        forget_art()

    yield write
    forget_art()


def forget_art() -> None:
    """Clears the cache, so that art is read from its files again."""
    art.read_drawing.cache_clear()
    art.fingerprint.cache_clear()


@pytest.mark.parametrize(
    "content", ["", "<svg>", '<svg viewBox="0 0 9 8"></svg>', '<svg viewBox="0 0 100 100"><path d="M0 0"</svg>']
)
def test_invalid_art_costs_only_its_picture(content: str, broken: Callable[[str], None], tmp_path: Path) -> None:
    broken(content)
    kept = files.PictureFiles(tmp_path / "pictures")
    kept.draw_missing()
    assert kept.missing() == ["duke"]
    assert kept.read("duke") is None
    assert "duke" in missing_emojis([])


async def test_closing_cancels_charts_being_drawn(tmp_path: Path) -> None:
    async with pictures_in(tmp_path, f"{STARTING}time.sleep(60)") as pictures:
        waiting = [asyncio.create_task(pictures.chart(GAME)) for _ in range(2)]
        await asyncio.sleep(0)  # both have been requested
        await pictures.close()
        for task in waiting:
            with pytest.raises(PictureUnavailable):
                await task
        with pytest.raises(PictureUnavailable):
            await pictures.chart(GAME)
