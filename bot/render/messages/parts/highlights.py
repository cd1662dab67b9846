"""The highlights of a finished game in words: its length, the biggest bluff, the turning point, titles."""

from collections.abc import Iterator
from typing import Final

from bot.render.messages.parts.moment import moment_story
from bot.render.messages.parts.story import story_lines
from bot.render.view_model import TableView
from bot.stats.game_history import GameHistory

_TURN_LINES: Final = 2
"""The first lines of the turning point, which tell it if nobody lost a card in that turn."""


def highlight_lines(view: TableView) -> Iterator[str]:
    """Yields the lines of a finished game's highlights; none if the rules of now cannot replay it."""
    history = view.history
    if history is not None:
        yield from _bluff(view, history)
        yield from _turning_point(view, history)
        for kind, seat, times, role in history.titles:
            cards = "" if role is None else view.labels.cards((role,) * times)
            yield view.texts(f"title-{kind}", name=view.phrases.name(seat), times=times, cards=cards)


def length_line(view: TableView) -> str:
    """Returns how long a finished game was, and the number of bluffs, if the rules of now can replay it."""
    history = view.history
    if history is None:
        return view.texts("end-turns", turns=len(view.story))
    return view.texts("end-story", turns=history.turns, told=len(history.bluffs), caught=len(history.caught))


def _bluff(view: TableView, history: GameHistory) -> Iterator[str]:
    """Yields the biggest bluff, if anybody bluffed."""
    bluff = history.biggest_bluff
    if bluff is not None:
        (line,) = story_lines(view, [bluff.event])
        word = "end-bluff-caught" if bluff.outcome == "exposed" else "end-bluff"
        yield view.texts(word, turn=bluff.turn, line=line)


def _turning_point(view: TableView, history: GameHistory) -> Iterator[str]:
    """Yields the turn since which the winners led: they had more cards than others, or as many and more coins."""
    texts, since = view.texts, history.ahead_since
    names = view.phrases.names(view.game.winners or ())
    if since == 0:
        yield texts("end-ahead-always", names=names)
    elif since is not None and since < history.turns:
        told = story_lines(view, view.story[since - 1])[:_TURN_LINES]
        story = moment_story(view, since - 1) or " ".join(told)
        yield texts("end-turning", turn=since, story=story, names=names)
    elif since is not None:
        yield texts("end-ahead-last", names=names)
