"""Statistics in words: of a member and its games, leaderboards, the end of a season; the check of a record."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from bot.render.controls import Layout, button, layout, select
from bot.render.custom_id import CustomId
from bot.render.message_pictures import rating_picture
from bot.render.paging import SELECT_OPTIONS, unless_alone
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import escape
from bot.stats.ratings import ALL_TIME, ANY_RULESET, PROVISIONAL_GAMES
from bot.store.repositories.seasons import SeasonSummary
from bot.store.repositories.standings import (
    LAST_RANK,
    PAGE_ROWS,
    Leaderboard,
    MemberStatistics,
    PlayedGame,
    Record,
    Standing,
)
from bot.store.rows import Status
from bot.tables.record_file import RecordCheck

WHOLE: Final = "all"
"""In custom ids and values of selects: all time."""
_LEAST_CHARTED: Final = 5  # fewer ratings are told by the words
_MOST_CHARTED: Final = 100
LAST_PAGE: Final = LAST_RANK // PAGE_ROWS - 1
_SEASON_COLOUR: Final = 0xF2C037
_SEASON_PLACES: Final = 3
_LEAST_CHALLENGES: Final = 3


class Scope(NamedTuple):
    """Whose games a leaderboard counts: the season, and the ruleset; ALL_TIME and ANY_RULESET for all."""

    season: str
    ruleset: str = ANY_RULESET

    def __str__(self) -> str:
        return f"{self.season or WHOLE}.{self.ruleset}"


def member_panel(member: MemberStatistics, name: str, texts: Texts, *, is_own: bool, pictures: bool) -> Layout:
    """Returns the statistics of a member; `is_own` if the reader is that member."""
    shown = f"**{escape(name)}**"
    note = [texts("member-hidden")] if member.is_hidden else []
    if not member.games:
        none = texts("member-none-own") if is_own else texts("member-none", name=shown)
        return layout("\n".join((none, *note)))
    ratings = [
        texts(f"member-{scope}", **_standing_facts(standing, texts))
        for scope, standing in (("rating", member.all_time), ("season", member.season))
        if standing is not None
    ]
    roles, share = Phrases(texts), round(100 * member.wins / member.games)
    counts = [
        texts("member-games", games=_games_text(member.games, texts), wins=member.wins, share=share),
        texts("member-streak", streak=member.streak, best=member.best_streak),
        texts(
            "member-lies",
            told=member.lies_told,
            caught=member.lies_caught,
            believed=member.lies_told - member.lies_caught,
        ),
        texts("member-challenges", right=member.challenges_right, wrong=member.challenges_wrong),
    ]
    if member.roles:
        role, times = min(member.roles.items(), key=lambda item: (-item[1], item[0]))
        counts.append(texts("member-role", role=roles.role(role), times=times))
    rivals = [texts("member-rival", **_record(rival, rival.name, texts)) for rival in member.rivals]
    if rivals:
        rivals.insert(0, texts("member-rivals"))
    if member.versus is not None and not is_own:
        rivals.append(texts("member-versus", **_record(member.versus, name, texts)))
    points = member.points[-_MOST_CHARTED:]
    return layout(
        "\n".join((texts("member-title", name=escape(name)), *(ratings or [texts("board-none")]))),
        "\n".join(counts),
        "\n".join(rivals),
        footer="\n".join((*_provisional_note((member.all_time, member.season), texts), *note)),
        picture=rating_picture(points, texts) if pictures and len(points) >= _LEAST_CHARTED else None,
    )


def history_panel(
    games: Sequence[PlayedGame], guild_id: int, page: int, texts: Texts, *, has_more: bool
) -> Layout:
    """Returns a page of a member's games on a server, the newest first."""
    lines = [_game_line(game, guild_id, texts) for game in games]
    buttons = unless_alone(
        button(CustomId("played", seq=page + 1), texts("button-older"), disabled=not has_more),
        button(CustomId("played", seq=max(0, page - 1)), texts("button-newer"), disabled=page == 0),
    )
    has_unrated = any(game.place is not None and game.after is None for game in games)
    return layout(
        "\n".join((texts("history-title"), *(lines or [texts("history-none")]))),
        rows=[buttons],
        footer=texts("history-rated") if has_unrated else "",
    )


def _game_line(game: PlayedGame, guild_id: int, texts: Texts) -> str:
    if game.place is None:
        unfinished = game.status in (Status.CLOSED, Status.SET_ASIDE)
        outcome = texts(f"history-{game.status}" if unfinished else "history-uncounted")
    else:
        if game.before is not None and game.after is not None:
            points = {"before": str(round(game.before)), "after": str(round(game.after))}
            place = texts("history-place", place=game.place, sides=game.sides)
            outcome = texts("history-points", place=place, **points)
        else:
            outcome = texts("history-unrated-won" if game.has_won else "history-unrated-lost")
    line = texts(
        "history-game",
        when=f"<t:{int(game.ended_at)}:d>",
        edition=texts(f"ruleset-{game.ruleset}"),
        outcome=outcome,
    )
    if game.message_id is None or game.channel_id < 0:
        return line
    address = f"https://discord.com/channels/{guild_id}/{game.channel_id}/{game.message_id}"
    return f"{line} · {texts('history-link', address=address)}"


def _record(record: Record, name: str | None, texts: Texts) -> dict[str, str | int]:
    games = _games_text(record.games, texts)
    return {"name": escape(name or ""), "games": games, "ahead": record.ahead, "behind": record.behind}


def leaderboard_panel(
    board: Leaderboard, scope: Scope, page: int, seasons: Sequence[str], left: Collection[int], texts: Texts
) -> Layout:
    """Returns a page of a leaderboard, with a select of the seasons; the first of `seasons` is the current one.

    `left` are the ids of members who are known to have left the server: their names are not shown.
    """
    rows: list[str] = []
    for row in board.rows:
        name = texts("stats-left") if row.user_id in left else f"**{escape(row.name or '')}**"
        facts = _standing_facts(row.standing, texts) | {"name": name, "rank": str(row.standing.rank or LAST_RANK)}
        rows.append(texts("board-row", **facts))
    if not rows:
        rows.append(texts("board-none" if scope.season in (ALL_TIME, seasons[0]) else "board-none-past"))
    if board.own is not None:
        rows.append("\n" + texts("board-own", **_standing_facts(board.own, texts)))
    lines = [texts("board-title", season=season_text(scope.season, texts))]
    if scope.ruleset:
        lines.append(texts("board-edition", edition=texts(f"ruleset-{scope.ruleset}")))
    options = [(season or WHOLE, season_text(season, texts)) for season in (ALL_TIME, *seasons)]
    pick = CustomId("boardseason", f".{scope.ruleset}")
    seasons_select = select(pick, texts("board-seasons"), options[:SELECT_OPTIONS], chosen=[scope.season or WHOLE])
    is_last = page >= LAST_PAGE or not board.has_more
    buttons = unless_alone(
        button(CustomId("board", str(scope), seq=max(0, page - 1)), texts("button-higher"), disabled=page == 0),
        button(CustomId("board", str(scope), seq=page + 1), texts("button-lower"), disabled=is_last),
    )
    standings = [*(row.standing for row in board.rows), board.own]
    return layout(
        "\n".join((*lines, *rows)),
        rows=[[seasons_select], buttons],
        footer="\n".join((texts("board-rated"), *_provisional_note(standings, texts))),
    )


def season_message(season: str, summary: SeasonSummary, texts: Texts) -> Layout | None:
    """Returns the message: the best three, and who lied and challenged best; None if there is nobody to name."""
    best = summary.leaderboard.rows[:_SEASON_PLACES]
    if not best:
        return None
    lines: list[str] = []
    for row in best:
        facts = _standing_facts(row.standing, texts) | {
            "name": escape(row.name or ""),
            "rank": str(row.standing.rank),
        }
        lines.append(texts("season-winner" if row.standing.rank == 1 else "season-next", **facts))
    awards = [texts("season-count", games=_games_text(summary.games, texts), players=len(summary.players))]
    liar = max(summary.players, key=lambda player: player.lies_believed)
    if liar.lies_believed:
        awards.append(texts("season-liar", name=escape(liar.name or ""), believed=liar.lies_believed))
    eye = max(summary.players, key=lambda player: (player.challenges_right, -player.challenges_wrong))
    challenges = eye.challenges_right + eye.challenges_wrong
    if eye.challenges_right and challenges >= _LEAST_CHALLENGES:
        name = escape(eye.name or "")
        awards.append(texts("season-eye", name=name, right=eye.challenges_right, all=challenges))
    return layout(
        "\n".join((texts("season-over", season=season_text(season, texts)), *lines)),
        "\n".join((*awards, texts("season-new"))),
        rows=[[button(CustomId("board", str(Scope(season))), texts("button-board"))]],
        colour=_SEASON_COLOUR,
        footer="\n".join(_provisional_note([row.standing for row in best], texts)),
    )


def season_text(season: str, texts: Texts) -> str:
    """Returns the name of a season, such as "November 2026"."""
    if season == ALL_TIME:
        return texts("season-all")
    year, _, month = season.partition("-")
    return texts("season-name", month=texts(f"month-{int(month)}"), year=year)


def _standing_facts(standing: Standing, texts: Texts) -> dict[str, str]:
    """Returns the rating, the rank and the rated games of a member in words; a provisional rating has a mark."""
    points = {"points": str(round(standing.points)), "provisional": "yes" if standing.is_provisional else "no"}
    rank = {"rank": "none" if standing.rank is None else str(standing.rank), "last": str(LAST_RANK)}
    return {
        "points": texts("stats-points", **points),
        "rank": texts("stats-rank", **rank),
        "record": texts("stats-record", games=_games_text(standing.games, texts), wins=standing.wins),
    }


def _games_text(games: int, texts: Texts) -> str:
    """Returns a number of games in words."""
    return texts("stats-games", games=games)


def _provisional_note(standings: Sequence[Standing | None], texts: Texts) -> list[str]:
    """Returns what the mark of provisional ratings means, if one of these ratings has it."""
    marked = any(standing is not None and standing.is_provisional for standing in standings)
    return [texts("stats-provisional", games=PROVISIONAL_GAMES)] if marked else []


def check_panel(check: RecordCheck, commitment: str, texts: Texts, same: bool | None, game_id: int) -> Layout:
    """Returns the outcome of each check of a record with this commitment.

    `same` says whether it is this server's game of the id; if it is None, the record may be invented as a whole.
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
