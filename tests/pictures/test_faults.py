"""When drawing or its worker fails, only the picture is missing, and the failure is logged once."""

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
from bot.runtime import worker as worker_module
from bot.runtime.worker import Worker

pytestmark = pytest.mark.slow

STARTING = "import sys, time; "


@asynccontextmanager
async def rendering(*code: str, seconds: float = 5.0) -> AsyncIterator[PictureRenderer]:
    """A renderer with the real worker, or with one that runs this code instead."""
    worker = Worker(seconds, (sys.executable, *(("-c", *code) if code else ("-m", "bot.pictures.rasterizer"))))
    renderer = PictureRenderer(worker)
    try:
        yield renderer
    finally:
        await renderer.close()


def workers() -> list[int]:
    """The ids of the worker processes of this process."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(child) for child in children if b"bot.pictures.rasterizer" in _command(child)]


def _command(child: str) -> bytes:
    try:
        return Path(f"/proc/{child}/cmdline").read_bytes()
    except OSError:
        return b""


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks its child processes up in /proc")


@linux
async def test_a_worker_that_was_killed_is_replaced() -> None:
    async with rendering() as renderer:
        await renderer.emoji("duke")
        (worker,) = workers()
        os.kill(worker, signal.SIGKILL)
        assert await renderer.emoji("coin")
        assert workers() != [worker]


@linux
async def test_a_worker_that_hangs_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async with rendering(seconds=0.3) as renderer:
        await renderer.emoji("duke")
        (worker,) = workers()
        os.kill(worker, signal.SIGSTOP)
        with pytest.raises(PictureUnavailable):
            await renderer.hand("Ana", ["contessa"])
        assert workers() == []
        assert await renderer.emoji("duke"), "what was drawn before is still there"
    assert said(caplog) == [
        "The worker that was to draw a hand failed: TookTooLong; messages are sent without the picture."
    ]


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The bot's log lines at WARNING or above; asyncio may log about processes that earlier tests have killed."""
    bot = [record for record in caplog.records if record.name.startswith("bot.")]
    return [record.getMessage() for record in bot if record.levelno >= logging.WARNING]


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
async def test_a_broken_worker_is_logged_once_and_not_used_again(
    code: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "START_SECONDS", 0.5)
    async with rendering(code, seconds=0.3) as renderer:
        for _ in range(3):
            with pytest.raises(PictureUnavailable):
                await renderer.hand("Ana", ["duke", "contessa"], ["captain"])
        with pytest.raises(PictureUnavailable):
            await renderer.emoji("duke")
    (line,) = said(caplog)
    assert not any(card in line for card in ("duke", "contessa", "captain"))


async def test_a_missing_worker_program_costs_only_the_pictures(caplog: pytest.LogCaptureFixture) -> None:
    renderer = PictureRenderer(Worker(5.0, ["there-is-no-such-program"]))
    for what in ("duke", "coin"):
        with pytest.raises(PictureUnavailable):
            await renderer.emoji(what)
    await renderer.close()
    assert len(said(caplog)) == 1


def forget_art() -> None:
    """Clears the cache, so that art is read from its files again."""
    art.read_drawing.cache_clear()
    art.fingerprint.cache_clear()


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


@pytest.mark.parametrize(
    "content", ["", "<svg>", '<svg viewBox="0 0 9 8"></svg>', '<svg viewBox="0 0 100 100"><path d="M0 0"</svg>']
)
async def test_invalid_art_costs_only_its_own_pictures(
    content: str, broken: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    broken(content)
    async with rendering() as renderer:
        for _ in range(2):
            with pytest.raises(PictureUnavailable):
                await renderer.emoji("duke")
        assert await renderer.emoji("coin")
    assert len(said(caplog)) == 1


async def test_a_role_without_art_has_a_plain_card(monkeypatch: pytest.MonkeyPatch) -> None:
    async with rendering() as renderer:
        drawn = await renderer.hand("Ana", ["duke", "captain"])
        monkeypatch.setattr(art, "_DRAWINGS", art._DRAWINGS - {"duke"})
        plain = await renderer.hand("Ana", ["duke", "captain"])
        assert plain != drawn
        assert await renderer.role("duke")


async def test_closing_cancels_pictures_being_drawn() -> None:
    async with rendering(f"{STARTING}time.sleep(60)") as renderer:
        waiting = [asyncio.create_task(renderer.emoji(what)) for what in ("duke", "coin")]
        await asyncio.sleep(0)  # both have been requested
        await renderer.close()
        for task in waiting:
            with pytest.raises(PictureUnavailable):
                await task
        with pytest.raises(PictureUnavailable):
            await renderer.emoji("card")


async def test_a_cancelled_caller_does_not_stop_the_others() -> None:
    async with rendering() as renderer:
        first, second = (asyncio.create_task(renderer.emoji("duke")) for _ in range(2))
        await asyncio.sleep(0)  # both have been requested
        first.cancel()
        assert await second
