"""The controls of the turn card: the same for everyone who holds it in view, whoever holds what."""

from collections.abc import Iterable, Sequence

import discord

from bot.render.answers import Narrowing, written
from bot.render.controls import BLUE, GREEN, GREY, RED, Control, button, select
from bot.render.ids import Press
from bot.render.scene import Scene
from bot.store.rows import Status
from bot.tables.session import WINDOWS
from engine.moves import CHALLENGE, PASS, Move


def rows(scene: Scene) -> list[list[Control]]:
    """The rows of controls below the card: the answers, then what every player may always press."""
    table = scene.table
    if table.status is Status.PAUSED:
        return [[_plain(scene, "resume", "button-resume", GREEN), _plain(scene, "hand", "button-hand")]]
    answers = _answers(scene)
    ask = scene.game.ask
    last = [_plain(scene, "hand", "button-hand")]
    if ask is not None and _asks_member(scene) and ask.prompt not in (*WINDOWS, "act"):
        last.insert(0, _at(scene, "choose", "button-choose", BLUE))
    if any(seat.away for seat in table.seats):
        last.append(_plain(scene, "back", "button-come-back", GREEN))
    last.append(_plain(scene, "rules", "button-rules"))
    return [*answers, last]


def public_moves(scene: Scene) -> list[Move]:
    """Every answer that somebody still has to the question: challenge, then claims and joins, then allow."""
    ask = scene.game.ask
    options = {} if ask is None else ask.options
    moves = dict.fromkeys(move for seat in sorted(options) for move in options[seat])
    return ordered(moves)


def ordered(moves: Iterable[Move]) -> list[Move]:
    """Answers as they stand on every card and panel: challenge first, allow last."""
    place = {CHALLENGE: 0, PASS: 2}
    return sorted(moves, key=lambda move: place.get(move, 1))


def _answers(scene: Scene) -> list[list[Control]]:
    ask = scene.game.ask
    if ask is None or not _asks_member(scene):
        return []
    if ask.prompt == "act":
        (options,) = ask.options.values()
        return [[action_select(scene, options)]]
    if ask.prompt not in WINDOWS:
        return []
    return [
        [
            button(
                Press("answer", scene.table.id, scene.game.question, written(move, ())),
                scene.phrases.answer(move, ask),
                RED if move is CHALLENGE else GREEN if move is PASS else BLUE,
            )
            for move in public_moves(scene)
        ]
    ]


def action_select(scene: Scene, options: Sequence[Move]) -> Control:
    """The select of every action a player may declare."""
    press = Press("act", scene.table.id, scene.game.question)
    actions = Narrowing.of(options).values
    offered = [(action, scene.phrases.action(action), scene.phrases.hint(action)) for action in actions]
    return select(press, scene.words("pick-action"), offered)


def _asks_member(scene: Scene) -> bool:
    """Whether anybody but AI seats still owes an answer."""
    return any(scene.table.seats[seat].user_id is not None for seat in scene.table.owing())


def _plain(scene: Scene, op: str, word: str, style: discord.ButtonStyle = GREY) -> Control:
    return button(Press(op, scene.table.id), scene.words(word), style)


def _at(scene: Scene, op: str, word: str, style: discord.ButtonStyle) -> Control:
    return button(Press(op, scene.table.id, scene.game.question), scene.words(word), style)
