"""Views: what one player, or a spectator, may know of a game (rules.md 7)."""

from collections.abc import Mapping
from typing import Any

from engine.rules.driver import Driver
from engine.table.facts import bound_to
from engine.table.questions import NO_ONE, Ask, Claim
from engine.table.table import Table, act_of
from engine.views.claim_truth import truths


def of(game: Driver, viewer: int | None) -> dict[str, Any]:
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
