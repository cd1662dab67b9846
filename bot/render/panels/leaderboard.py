"""The leaderboard of a server: its members by rating, in a season or of all time."""

from collections.abc import Collection, Sequence
from typing import Final

from bot.render.controls import PANEL_COLOUR, Control, Layout, button, layout, select
from bot.render.custom_id import CustomId
from bot.render.paging import SELECT_OPTIONS
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import escape
from bot.render.texts.standings import (
    WHOLE,
    Scope,
    points_text,
    provisional_note,
    rank_text,
    record_text,
    season_text,
)
from bot.stats.seasons import ALL_TIME
from bot.store.repositories.results.standings import LAST_RANK, PAGE_ROWS, Leaderboard, Standing

LAST_PAGE: Final = LAST_RANK // PAGE_ROWS - 1


def leaderboard_panel(
    board: Leaderboard,
    scope: Scope,
    page: int,
    seasons: Sequence[str],
    left: Collection[int],
    texts: Texts,
) -> Layout:
    """Returns a page of a leaderboard, with a select of the seasons; the first of `seasons` is the current one.

    `left` are the ids of members who are known to have left the server: their names are not shown.
    """
    rows: list[str] = []
    for row in board.rows:
        name = texts("stats-left") if row.user_id in left else f"**{escape(row.name or '')}**"
        rows.append(texts("board-row", name=name, **_facts(row.standing, texts)))
    if not rows:
        rows.append(texts("board-none" if scope.season in (ALL_TIME, seasons[0]) else "board-none-past"))
    if board.own is not None:
        own = _facts(board.own, texts) | {"rank": rank_text(board.own, texts)}
        rows.append("\n" + texts("board-own", **own))
    lines = [texts("board-title", season=season_text(scope.season, texts))]
    if scope.ruleset:
        lines.append(texts("board-edition", edition=texts(f"ruleset-{scope.ruleset}")))
    options = [(season or WHOLE, season_text(season, texts), "") for season in (ALL_TIME, *seasons)]
    chosen = scope.season or WHOLE
    pick = CustomId("boardseason", 0, 0, f".{scope.ruleset}")
    controls: list[Sequence[Control]] = [
        [select(pick, texts("board-seasons"), options[:SELECT_OPTIONS], chosen=(chosen,))]
    ]
    if page or board.has_more:
        is_last = page >= LAST_PAGE or not board.has_more
        controls.append(
            [
                button(_page_id(scope, max(0, page - 1)), texts("button-higher"), disabled=page == 0),
                button(_page_id(scope, page + 1), texts("button-lower"), disabled=is_last),
            ]
        )
    standings = [*(row.standing for row in board.rows), board.own]
    return layout(
        "\n".join((*lines, *rows)),
        rows=controls,
        colour=PANEL_COLOUR,
        footer="\n".join((texts("board-rated"), *provisional_note(standings, texts))),
    )


def _page_id(scope: Scope, page: int) -> CustomId:
    return CustomId("board", 0, page, str(scope))


def _facts(standing: Standing, texts: Texts) -> dict[str, str]:
    rank = str(LAST_RANK) if standing.rank is None else str(standing.rank)
    return {"rank": rank, "points": points_text(standing, texts), "record": record_text(standing, texts)}
