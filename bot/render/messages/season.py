"""The message with which a season ends."""

from typing import Final

from bot.render.controls import Layout, button, layout
from bot.render.custom_id import CustomId
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import escape
from bot.render.texts.standings import Scope, games_text, provisional_note, season_text, standing_facts
from bot.store.repositories.results.seasons import SeasonSummary

_COLOUR: Final = 0xF2C037
_PLACES: Final = 3
_LEAST_CHALLENGES: Final = 3


def season_message(season: str, summary: SeasonSummary, texts: Texts) -> Layout | None:
    """Returns the message: the best three, and who lied and challenged best; None if there is nobody to name."""
    best = summary.leaderboard.rows[:_PLACES]
    if not best:
        return None
    lines: list[str] = []
    for row in best:
        facts = standing_facts(row.standing, texts) | {
            "name": escape(row.name or ""),
            "rank": str(row.standing.rank),
        }
        lines.append(texts("season-winner" if row.standing.rank == 1 else "season-next", **facts))
    awards = [texts("season-count", games=games_text(summary.games, texts), players=len(summary.players))]
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
        colour=_COLOUR,
        footer="\n".join(provisional_note([row.standing for row in best], texts)),
    )
