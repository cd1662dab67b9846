"""Views: values with what a player, a spectator or everybody may know of a game, nothing else (rules.md 7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.moves import Move
from engine.rules.driver import Driver
from engine.table.facts import bound_to
from engine.table.questions import NO_ONE, Ask, Claim
from engine.table.table import Act, Answers, Table, act_of
from engine.views.claim_truth import truths


@dataclass(frozen=True, slots=True)
class PublicAction:
    """An action under way, as it was declared; seats by number, None where it names none.

    `role` is the role it claims, `named` a role that it names in addition (the taxed one, or the one hoped for in
    the deck). `answers` says who may answer it other than by a challenge: `target` and `anyone` may block it,
    `each` target may protect itself, others may `share` in it, or one may `join`; None if nobody may.
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


def view_of(game: Driver, viewer: int | None) -> dict[str, Any]:
    """Returns the game as JSON values, with nothing in it that the viewer (None: a spectator) may not know.

    The views of one question have parts in common, so a caller must not change what is in them.
    """
    table, names, ask = game.table, game.names, game.ask
    if ask is None:
        seen = _public(game)
    else:
        if ask.public is None:
            ask.public = _public(game)
        seen = ask.public.copy()
        seen["pending"] = {names[seat]: ask.prompt for seat in ask.options}
    if viewer is not None:
        players = seen["players"] = seen["players"][:]
        players[viewer] = {
            **players[viewer],
            "aside": sorted(table.aside[viewer]),
            "hand": [*table.hands[viewer]],
        }
        seen["you"] = names[viewer]
        if viewer in table.drawn:
            seen["drawn"] = sorted(table.drawn[viewer])
            if table.givers:
                cards = zip(table.givers, table.drawn[viewer], strict=True)
                seen["given"] = {names[giver]: card for giver, card in cards}
        if table.examined is not None and viewer in table.examined[:2]:
            examiner, owner, card = table.examined
            seen["seen"] = {"by": names[examiner], "of": names[owner], "card": card}
        if ask is not None and viewer in ask.options:
            seen["prompt"] = asked = prompt(ask, viewer, names)
            asked["truthful"] = truths(game, viewer, ask.options[viewer])
    return seen


def public_view(game: Driver) -> PublicView:
    """Returns what everybody may see of a game now."""
    ask, names = game.ask, game.names
    view = view_of(game, None)
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
        claim=None if ask is None or ask.claim is None else _public_claim(ask.claim),
        resigned=game.table.resigned,
        winners=game.winners,
        view=view,
    )


def _public(game: Driver) -> dict[str, Any]:
    """Returns what everybody sees, except who owes an answer; it stays the same while a question is open."""
    table, names, ask = game.table, game.names, game.ask
    over = game.winners is not None
    edition = table.edition
    seen: dict[str, Any] = {
        "ruleset": edition.ruleset,
        "options": edition.options_json(),
        "roles": list(edition.roles),
        "turn": names[table.turn],
        "players": _players(table, names, over),
        "deck_size": len(table.deck),
        "question": game.question,
        "pending": {},
        "claim": None if ask is None or ask.claim is None else _claim(ask.claim, names),
        "cause": None if ask is None else ask.cause,
        "winner": None if game.winners is None else [names[seat] for seat in game.winners],
    }
    if edition.has_pool:
        seen["pool"] = list(edition.pool_in_play)
    seen |= edition.seen(table, names, over=over)
    if over:
        seen["deck"] = list(table.deck)
    return seen


def cards_seen(view: Mapping[str, Any]) -> list[str]:
    """Returns the cards that the viewer of a view sees: its own, and those that are face up."""
    seen: list[str] = [*view.get("drawn", ()), *view.get("out", ())]
    for player in view["players"]:
        seen += player["lost"]
        if "hand" in player:
            seen += (*player["hand"], *player["aside"])
    return seen


def bound_seats(view: Mapping[str, Any], seat: int) -> tuple[int, ...]:
    """Returns the other seats that are bound to a seat, by their allegiances in a view (rules.md 9.2)."""
    players = view["players"]
    if "allegiance" not in players[seat]:
        return ()
    seats = bound_to(seat, *allegiance_masks(view))
    return tuple([at for at in range(len(players)) if at != seat and seats >> at & 1])


def allegiance_masks(view: Mapping[str, Any]) -> tuple[int, int]:
    """Returns the bit masks of the seats that are reformists, and of those that are alive."""
    reformists = alive = 0
    for seat, player in enumerate(view["players"]):
        reformists |= (player["allegiance"] == "reformist") << seat
        alive |= player["alive"] << seat
    return reformists, alive


def prompt(ask: Ask, seat: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Returns what a seat is asked: the prompt, all its options, and the index of the default."""
    return {
        "prompt": ask.prompt,
        "options": [move.to_json(names) for move in ask.options[seat]],
        "default": ask.default(seat),
    }


def _players(table: Table, names: tuple[str, ...], over: bool) -> list[dict[str, Any]]:
    edition, alive, hands, lost, asides = table.edition, table.alive, table.hands, table.lost, table.aside
    players: list[dict[str, Any]] = []
    for seat, coins in enumerate(table.coins):
        shown: dict[str, Any] = {
            "name": names[seat],
            "coins": coins,
            "alive": alive >> seat & 1 == 1,
            "cards": len(hands[seat]),
            "lost": [*lost[seat]],
            "aside": sorted(asides[seat]) if over else len(asides[seat]),
        }
        if over:
            shown["hand"] = [*hands[seat]]
        players.append(shown)
    if edition.teams is not None:
        for shown, team in zip(players, edition.teams, strict=True):
            shown["team"] = team
    if edition.has_allegiances:
        for seat, shown in enumerate(players):
            shown |= edition.state_of_player(table, seat)
    return players


def _claim(claim: Claim, names: tuple[str, ...]) -> dict[str, Any]:
    shown: dict[str, Any] = {"by": names[claim.by], "role": claim.role, "kind": claim.kind}
    if claim.denied is not None:
        shown["denied"] = claim.denied
    if claim.challenger is not None:
        shown["challenger"] = names[claim.challenger]
    act = act_of(claim)
    if claim is not act and claim.target != NO_ONE:
        shown["target"] = names[claim.target]
    if act is not None:
        shown["action"] = {"by": names[act.by], **act.move.to_json(names)}
    return shown


def _public_claim(claim: Claim) -> PublicClaim:
    act = act_of(claim)
    action = None if act is None else _public_action(act)
    target = None if claim is act or claim.target == NO_ONE else claim.target
    return PublicClaim(claim.by, claim.role, claim.kind, claim.challenger, action, claim.denied, target)


def _public_action(act: Act) -> PublicAction:
    return PublicAction(
        id=act.action.id,
        by=act.by,
        role=act.role,
        target=None if act.target == NO_ONE else act.target,
        recipient=None if act.recipient == NO_ONE else act.recipient,
        named=act.move.role,
        answers=act.action.answers,
    )
