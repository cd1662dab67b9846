"""Fixtures that several folders share: a clock, tables over a database, PostgreSQL. Marks slow tests."""

import gc
import os
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from tests.harness.processes.postgresql_server import NoServer, Server
from tests.harness.tables import Harness, ManualClock

# The same examples in every run, so that only a change makes a test fail; `--hypothesis-profile=default` draws new
# ones.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")
# The workers already use all processors. The array library reads this when it is first imported, after this file.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Collecting the tests takes a fifth less time without looking for garbage, of which imports leave little.
gc.disable()

SLOW_FOLDERS = tuple(f"tests/{folder}/" for folder in ("chaos", "cluster", "e2e", "lab", "page"))
"""Folders whose tests are all slow: they start processes or a browser, or play many games."""
SLOW_START = 0.8
"""How much of all tests has begun when the last slow one begins."""
IN_ONE_WORKER = (
    "tests/doctor/test_doctor_rights.py",
    "tests/lab/data_sets/",
    "tests/page/",
    "tests/pictures/test_files.py",
    "tests/render/test_hostile_names.py",
    "tests/render/texts/test_catalogue.py",
    "tests/sandbox/test_responses.py",
)
"""Folders and files whose tests change roles of the database server, or share what is made once: a browser, data
sets, pictures, a parsed program or description.
"""


class Scheduling(LoadScopeScheduling):
    """Gives each test to a worker that is free, but all tests of a path in IN_ONE_WORKER to the same worker."""

    def _split_scope(self, nodeid: str) -> str:
        return next((place for place in IN_ONE_WORKER if nodeid.startswith(place)), nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    # The option `--dist loadgroup` changes the names of tests, which pytest 9.2 does not let it do.
    return Scheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folders = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.nodeid.startswith(SLOW_FOLDERS) or _needs_postgresql(item):
            item.add_marker(pytest.mark.slow)
        folders["/".join(item.nodeid.split("/")[:2])].append(item)
    # The tests of each folder are spread over the run, because those of some folders wait while others compute.
    # Slow ones begin earlier, so that no worker starts one when nothing else is left to do.
    starts = {
        item: number / len(folder) * (SLOW_START if item.get_closest_marker("slow") else 1)
        for folder in folders.values()
        for number, item in enumerate(folder)
    }
    items.sort(key=starts.__getitem__)


def pytest_collection_finish() -> None:
    # Modules and tests stay until the end; the collection of garbage need not look through them each time, nor as
    # often as by default through what later tests use again.
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def _needs_postgresql(item: pytest.Item) -> bool:
    """Whether a test uses a PostgreSQL server, which is a process."""
    return isinstance(item, pytest.Function) and ("server" in item.fixturenames or "[postgresql" in item.name)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def new_harness(tmp_path: Path, clock: ManualClock) -> AsyncIterator[Callable[..., Awaitable[Harness]]]:
    async with AsyncExitStack() as stack:
        file = tmp_path / "coup.sqlite3"
        yield lambda **settings: stack.enter_async_context(Harness(file, clock, **settings))


@pytest.fixture
async def harness(new_harness: Callable[..., Awaitable[Harness]]) -> Harness:
    return await new_harness()


@pytest.fixture
def quick_collection() -> None:
    """Makes `gc.collect` look only for garbage of this test, not through all that earlier tests have left."""
    gc.freeze()


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder for the bot's pictures that all workers share: the first bot that needs them draws them."""
    folder = tmp_path_factory.getbasetemp()
    folder = (folder if worker_id == "master" else folder.parent) / "pictures"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server for each worker."""
    try:
        found = Server.found()
    except NoServer as error:
        pytest.skip(f"PostgreSQL is not tested: {error}")
    yield found
    found.remove()
