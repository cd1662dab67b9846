"""Members use the bot as the scenarios in the `.txt` files of this folder say.

A scenario is a title, and below it lines of steps: `; ` is between two steps, and a line that is indented further
continues the one before it. The channel has Ana, who may manage the server, Ben, Cleo, and Dov.

What a member does: `Ana /coup act action=tax`; `Ana [Start]`, a button of the table message; `Ana [Choose an
action = tax]`, values in a select whose placeholder begins so (`[= tax]`: in any select); `Ana (Back)`, the same
in the panel that she got last; `Ana [Log] below TEXT`, in the last message with this text. Several may follow each
other: `Ana [Host's menu] (Add an AI = easy)`; and several members may do the same: `Ben, Cleo [Allow]`. Values are
texts, numbers, `True`, `@Ben`, and `#general`. What else members do are the methods `a_*` of `Play`, and the steps
of nobody are those with `do_`.

What the last step of a line shows may follow behind ` > `, between ` | `: a text that it has, or what `Play.shows`
explains; after `! ` what it does not show. A member's step shows the response to it; steps that only look are
`table` (at its message) and `message TEXT` (the last of the channel, with this text if one is given). After `  # `
comes a comment. Braces hold the id of what they name, such as `<@{Ana}>`, `{game}`, `{question}` (as controls
name it), the time `{now+60}`, or a text of the catalogue.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cogs.steps import Play
from tests.harness.discord import SimGuild

HERE = Path(__file__).parent


def scenarios() -> Iterator[Any]:
    """Yields the lines of each scenario with their places; the test is named by the file and the title."""
    for file in sorted(HERE.rglob("*.txt")):
        lines = list[tuple[str, str]]()
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            depth, text = len(line) - len(line.lstrip()), line.strip()
            if depth > 4:
                lines[-1] = (lines[-1][0], f"{lines[-1][1]} {text}")
            elif depth:
                lines.append((f"{file.relative_to(HERE)}:{number}", text))
            elif text and text[0] != "#":
                lines = []
                yield pytest.param(lines, id=f"{file.parent.name}/{file.stem}: {text}")


@pytest.mark.parametrize("lines", list(scenarios()))
async def test_members_see_what_a_scenario_says(lines: list[tuple[str, str]], guild: SimGuild) -> None:
    play = Play(guild)
    for place, line in lines:
        try:
            await play.take(line)
        except AssertionError as error:
            raise pytest.fail.Exception(f"tests/cogs/{place}: {line}\n{error}", pytrace=False) from None
        except Exception as error:  # such as a button that is not there
            error.add_note(f"tests/cogs/{place}: {line}")
            raise
