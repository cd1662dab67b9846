"""`python -m tests.chaos [minutes] [seed] [faults]`: causes faults in three processes while members play.

If faults are named on the command line (`killed "commit cut"`), they are caused together, again and again;
otherwise faults are chosen at random.

Every run adds a line to `var/chaos.jsonl`: for each fault the seconds until every table took decisions again, the
number of clicks, and the result of comparing the acknowledgements with the database. The exit code is 0 if nothing
was lost, doubled or left behind, otherwise 1.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

from tests.chaos.faults import FAULTS, Fault
from tests.chaos.storm import Tally, run_storm
from tests.harness.processes.postgresql_server import Server

TALLY = Path("var/chaos.jsonl")
GUILDS = 12
TWO: Final = Fault("two of the three processes at once", "")


def main(minutes: float, seed: int, *kinds: str) -> int:
    """Runs one storm; prints the result and adds it to the file."""
    until = time.monotonic() + 60 * minutes
    server = Server.found()
    try:
        tally = asyncio.run(run_storm(server, seed, GUILDS, lambda storm: _told(storm.tally, until), *kinds))
    finally:
        server.remove()
    TALLY.parent.mkdir(exist_ok=True)
    with TALLY.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"at": time.time(), **tally.row()}) + "\n")
    sys.stdout.write(f"{table(tally.faults)}\n")
    sys.stdout.write(
        f"{len(tally.faults)} faults, {tally.clicks} clicks, {tally.unanswered} unanswered "
        f"({tally.unanswered_in_rolling} while processes were rolled); {tally.audit}; "
        f"channels with other than one live message: {tally.live_messages or 'none'}; "
        f"{tally.tracebacks} tracebacks\n"
    )
    return 0 if tally.clean else 1


def table(faults: Sequence[tuple[str, float]]) -> str:
    """Returns the table in `docs/reliability.md`: how many seconds each kind of fault took.

    All pairs together are one kind.
    """
    times: dict[Fault, list[float]] = {}
    for kind, seconds in faults:
        times.setdefault(FAULTS.get(kind, TWO), []).append(seconds)
    lines = ["| fault | mark | times | least | middle | most |", "|---|---|---|---|---|---|"]
    for fault in (*FAULTS.values(), TWO):
        if took := times.get(fault):
            figures = f"{len(took)} | {min(took)} | {round(median(took), 1)} | {max(took)}"
            lines.append(f"| {fault.text} | {fault.mark} | {figures} |")
    return "\n".join(lines)


def _told(tally: Tally, until: float) -> bool:
    """Prints the last fault. Returns whether the storm is over: the time `until` has come."""
    if tally.faults:
        kind, seconds = tally.faults[-1]
        sys.stdout.write(f"{kind}: every table took decisions again after {seconds} s\n")
        sys.stdout.flush()
    return time.monotonic() > until


if __name__ == "__main__":
    sys.exit(
        main(
            float(sys.argv[1]) if len(sys.argv) > 1 else 10.0,
            int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6),
            *sys.argv[3:],
        )
    )
