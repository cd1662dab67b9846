"""The outcome of checking a record: what was checked, and with what result, a line each."""

from bot.render.controls import Layout, layout
from bot.render.texts.catalogue import Texts
from bot.tables.record_file import RecordCheck


def check_panel(check: RecordCheck, commitment: str, texts: Texts, same: bool | None, game_id: int) -> Layout:
    """Returns the outcome of each check of a record with this commitment.

    `same` says whether it is the game of this server that has the id; None if that is not known. Then the record
    may be invented as a whole.
    """
    checks = {**check._asdict(), "same": same}
    title = "failed" if False in checks.values() else "passed" if same else "consistent"
    facts = {"commitment": commitment, "game": str(game_id)}
    return layout(
        f"{texts(f'verify-{title}')}\n{texts('verify-explained', button=texts('button-fair'))}",
        "\n".join(texts(f"verify-{name}-{_outcome(passed)}", **facts) for name, passed in checks.items()),
        texts("verify-more"),
    )


def _outcome(passed: bool | None) -> str:
    return "unknown" if passed is None else "passed" if passed else "failed"
