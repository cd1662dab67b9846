"""Finishing: AI seats that are left alone play a game to its end at once, for those who do not want to watch."""

import asyncio
from dataclasses import dataclass

from bot.tables.games.opponents import Opponents, Turn
from bot.tables.session import TableSession
from engine import Event, Game, Move, digest


@dataclass(frozen=True)
class Rest:
    """What AI seats made of a game: how it stands then, the decisions with their checksums, and what happened."""

    game: Game
    taken: list[tuple[int, Move, str]]
    events: list[Event]


async def play_out(opponents: Opponents, table: TableSession) -> Rest:
    """The rest of a table's game, in which only AI seats decide.

    The table stays as it is. Between two decisions everybody else gets a turn. Raises ValueError without a game.
    """
    shadow = TableSession.of(table.row())  # its AI seats observe a story of their own
    shadow.story = [[*events] for events in table.story]
    latest = table.latest or table.game
    if latest is None:
        raise ValueError("no game runs at this table")
    rest = Rest(latest.clone(), [], [])
    while rest.game.ask is not None:
        seat = next(iter(rest.game.ask.options))
        move, _ = await opponents.choose_or_default(shadow, Turn(seat, rest.game))
        events = rest.game.decide(seat, move)
        shadow.add_story(events)
        rest.events.extend(events)
        rest.taken.append((seat, move, digest(rest.game)))
        await asyncio.sleep(0)  # clicks elsewhere have their turn between two decisions
    return rest
