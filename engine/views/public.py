"""The public view: what everybody may see of a game, in values that contain nothing hidden."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.moves import Move
from engine.rules.driver import Driver
from engine.table.questions import NO_ONE, Claim
from engine.table.table import Act, Answers, act_of
from engine.views import seat as seat_view


@dataclass(frozen=True, slots=True)
class PublicAction:
    """An action under way, as it was declared; seats by number, None where it names none.

    `role` is the role it claims, `named` a role that it names in addition (the taxed one, or the one hoped for in
    the deck). `answers` says who may
    answer it other than by a challenge: `target` and `anyone` may block it, `each` target may protect itself,
    others may `share` in it, or one may `join`; None if nobody may.
    """

    id: str
    by: int
    role: str | None
    target: int | None
    recipient: int | None
    named: str | None
    answers: Answers | None


@dataclass(frozen=True, slots=True)
class PublicClaim:
    """A claim lying open on the table.

    `role` is None for an action that claims nothing but may be blocked (foreign aid), and for one that claims not
    to hold the role `denied`. `kind`: action, counteraction, additional, rebuttal, loss, defuse, bomb or estate
    (there `by` is the dead). `action` is the action it declares (kind `action`) or answers, if any; `challenger`
    the seat that challenged it, if any; `target` the seat to which the Bomb is handed, if any.
    """

    by: int
    role: str | None
    kind: str
    challenger: int | None
    action: PublicAction | None
    denied: str | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True)
class PublicView:
    """A game as everybody may see it. Seats are numbers, in the order of `names`.

    `turn` is the active player. `question` is the number of the open question. `prompt` is what it asks, or None
    when the game is over. `cause` is the reason why a life is lost. `asked` are the seats that the question was
    put to, in the order of asking, and `options` their options, if those depend on no hidden card. `window` says
    whether the question is a window. `asked` and `options` do not change while the question is open, so they do
    not show who has answered. Nor does `view`: it is `Game.view(None)`, with every seat that was asked shown as
    pending. `resigned` are the seats that leave the game at the end of the turn. `winners` is None until the game
    is over.

    >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], first="Ada")
    >>> events = game.decide(0, Move("act", "steal", 1))
    >>> public = game.public()
    >>> public.claim
    PublicClaim(by=0, role='captain', kind='action', challenger=None, action=PublicAction(id='steal', by=0, \
role='captain', target=1, recipient=None, named=None, answers='target'), denied=None, target=None)
    >>> [str(move) for move in public.options[1]]
    ['pass', 'challenge', 'claim role=captain', 'claim role=ambassador']
    """

    names: tuple[str, ...]
    turn: int
    question: int
    prompt: str | None
    window: bool
    cause: str | None
    asked: tuple[int, ...]
    options: Mapping[int, tuple[Move, ...]]
    claim: PublicClaim | None
    resigned: tuple[int, ...]
    winners: tuple[int, ...] | None
    view: Mapping[str, Any]

    @property
    def is_about_block(self) -> bool:
        """Whether the open claim blocks an action. A claim in answer to it is a rebuttal (rules.md 6.3)."""
        return self.claim is not None and self.claim.kind == "counteraction"


def public_view(game: Driver) -> PublicView:
    """Returns what everybody may see of a game now."""
    ask, names = game.ask, game.names
    view = seat_view.of(game, None)
    offered = game.offered()
    if ask is not None:
        view["pending"] = {names[seat]: ask.prompt for seat in offered}
    return PublicView(
        names=names,
        turn=game.table.turn,
        question=game.question,
        prompt=None if ask is None else ask.prompt,
        window=ask is not None and ask.window,
        cause=None if ask is None else ask.cause,
        asked=tuple(offered),
        options={} if ask is None or ask.private else offered,
        claim=None if ask is None or ask.claim is None else _claim(ask.claim),
        resigned=game.table.resigned,
        winners=game.winners,
        view=view,
    )


def _claim(claim: Claim) -> PublicClaim:
    act = act_of(claim)
    action = None if act is None else _action(act)
    target = None if claim is act or claim.target == NO_ONE else claim.target
    return PublicClaim(claim.by, claim.role, claim.kind, claim.challenger, action, claim.denied, target)


def _action(act: Act) -> PublicAction:
    return PublicAction(
        id=act.action.id,
        by=act.by,
        role=act.role,
        target=None if act.target == NO_ONE else act.target,
        recipient=None if act.recipient == NO_ONE else act.recipient,
        named=act.move.role,
        answers=act.action.answers,
    )
