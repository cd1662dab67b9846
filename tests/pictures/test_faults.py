"""Whatever befalls a picture or its worker: there is no picture, it is logged once, and the bot goes on."""

import asyncio
import logging
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.pictures import art
from bot.pictures.renderer import PictureRenderer, PictureUnavailable

pytestmark = pytest.mark.slow

READY = "import sys, time; "


@asynccontextmanager
async def studio(*code: str, limit: float = 5.0) -> AsyncIterator[PictureRenderer]:
    """A studio whose worker is ours, or runs the code instead."""
    drawing = PictureRenderer((sys.executable, "-c", *code), limit) if code else PictureRenderer(limit=limit)
    try:
        yield drawing
    finally:
        await drawing.close()


def workers() -> list[int]:
    """The processes of this process's workers."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(child) for child in children if b"bot.pictures.worker" in _command(child)]


def _command(child: str) -> bytes:
    try:
        return Path(f"/proc/{child}/cmdline").read_bytes()
    except OSError:
        return b""


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks its child processes up in /proc")


@linux
async def test_a_worker_that_was_killed_is_replaced() -> None:
    async with studio() as drawing:
        await drawing.emoji("duke")
        (worker,) = workers()
        os.kill(worker, signal.SIGKILL)
        assert await drawing.emoji("coin")
        assert workers() != [worker]


@linux
async def test_a_worker_that_hangs_is_put_away(caplog: pytest.LogCaptureFixture) -> None:
    async with studio(limit=0.3) as drawing:
        await drawing.emoji("duke")
        (worker,) = workers()
        os.kill(worker, signal.SIGSTOP)
        with pytest.raises(PictureUnavailable):
            await drawing.hand("Ana", ["contessa"])
        assert workers() == []
        assert await drawing.emoji("duke"), "what was drawn before is still there"
    assert said(caplog) == ["The worker that was to draw a hand hung; messages go without the picture."]


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as a warning or worse."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("raise SystemExit(1)", id="cannot start"),
        pytest.param(f"{READY}sys.stdin.buffer.read(4)", id="dies at each picture"),
        pytest.param(f"{READY}sys.stdin.buffer.read(4); sys.stdout.write('?'); time.sleep(60)", id="stammers"),
    ],
)
async def test_a_broken_worker_is_given_up_and_said_once(
    code: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.runtime.worker.START_SECONDS", 1.0)
    async with studio(code, limit=0.3) as drawing:
        for _ in range(3):
            with pytest.raises(PictureUnavailable):
                await drawing.hand("Ana", ["duke", "contessa"], ["captain"])
        with pytest.raises(PictureUnavailable):
            await drawing.emoji("duke")
    (line,) = said(caplog)
    assert not any(card in line for card in ("duke", "contessa", "captain"))


async def test_a_program_that_there_is_not(caplog: pytest.LogCaptureFixture) -> None:
    drawing = PictureRenderer(["there-is-no-such-program"])
    for what in ("duke", "coin"):
        with pytest.raises(PictureUnavailable):
            await drawing.emoji(what)
    await drawing.close()
    assert len(said(caplog)) == 1


def forget_art() -> None:
    """Lets art be read from its files again."""
    art.drawing.cache_clear()
    art.fingerprint.cache_clear()


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Breaks the art of the duke."""

    def write(content: str) -> None:
        shutil.copytree(art.FOLDER, tmp_path / "art")
        monkeypatch.setattr(art, "FOLDER", tmp_path / "art")
        (tmp_path / "art" / "duke.svg").write_text(content)
        forget_art()

    yield write
    forget_art()


@pytest.mark.parametrize(
    "content", ["", "<svg>", '<svg viewBox="0 0 9 8"></svg>', '<svg viewBox="0 0 100 100"><path d="M0 0"</svg>']
)
async def test_art_that_cannot_be_drawn(
    content: str, broken: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    broken(content)
    async with studio() as drawing:
        for _ in range(2):
            with pytest.raises(PictureUnavailable):
                await drawing.emoji("duke")
        assert await drawing.emoji("coin")
    assert len(said(caplog)) == 1


async def test_a_role_without_art_has_a_plain_card(monkeypatch: pytest.MonkeyPatch) -> None:
    async with studio() as drawing:
        drawn = await drawing.hand("Ana", ["duke", "captain"])
        monkeypatch.setattr(art, "_DRAWN", art._DRAWN - {"duke"})
        plain = await drawing.hand("Ana", ["duke", "captain"])
        assert plain != drawn
        assert await drawing.role("duke")


async def test_closed_in_the_middle_of_a_picture() -> None:
    async with studio(f"{READY}time.sleep(60)") as drawing:
        waiting = [asyncio.create_task(drawing.emoji(what)) for what in ("duke", "coin")]
        await asyncio.sleep(0)  # both are asked for
        await drawing.close()
        for task in waiting:
            with pytest.raises(PictureUnavailable):
                await task
        with pytest.raises(PictureUnavailable):
            await drawing.emoji("card")


async def test_who_gives_up_waiting_does_not_stop_the_others() -> None:
    async with studio() as drawing:
        first, second = (asyncio.create_task(drawing.emoji("duke")) for _ in range(2))
        await asyncio.sleep(0)  # both are asked for
        first.cancel()
        assert await second
