"""The digest of a game: a replay that leads to the same digest is the same game."""

import json
from hashlib import sha256
from typing import Any, Final

from engine.rules.driver import Driver
from engine.table.table import Table

_LENGTH: Final = 32  # hexadecimal digits
_encode: Final = json.JSONEncoder(separators=(",", ":")).encode
_OPTIONS: Final = (
    *("two_player", "teams", "inquisitor", "examine", "advanced", "free_pool", "writer_keeps"),
    *("blockers", "block_challengers", "challenge_priority", "shuffle", "free_deck"),
)


def digest(game: Driver) -> str:
    """Returns 32 hexadecimal digits over all facts of a game, hidden ones included.

    Digests are stored with decisions, so the digest of a game that an earlier version could play must never
    change. Therefore the digest is computed from the facts named in this module, in this order, and not from a
    printed form. A fact that is added later may be included only when it is set, like `drawn`.

    >>> game = Game.new("classic", ["Ada", "Ben"], seed="00" * 32)
    >>> digest(game)
    '63eb64fcce9325cb00ef072935c31539'
    >>> digest(game) == digest(game.clone())
    True
    """
    ask = game.ask
    asked = None if ask is None else {seat: [*map(str, moves)] for seat, moves in ask.options.items()}
    prompt = None if ask is None else ask.prompt
    facts = [game.seq, game.question, prompt, asked, game.winners, _of_table(game.table, game.names)]
    return sha256(_encode(facts).encode()).hexdigest()[:_LENGTH]


def _of_table(table: Table, names: tuple[str, ...]) -> dict[str, Any]:
    edition = table.edition
    facts: dict[str, Any] = {"ruleset": edition.ruleset, "options": _of_options(edition.options_json())}
    if edition.has_pool:
        facts["pool"] = edition.pool_in_play
    facts["turn"] = names[table.turn]
    facts["seed"] = table.chance.seed.hex()
    facts["players"] = [
        {"name": name, "coins": coins, "hand": hand, "lost": lost, "aside": sorted(aside)}
        for name, coins, hand, lost, aside in zip(
            names, table.coins, table.hands, table.lost, table.aside, strict=True
        )
    ]
    facts["deck"] = table.deck
    if edition.has_tokens:
        facts["tokens"] = _of_tokens(table, names)
    if edition.has_allegiances:
        facts["reformists"] = table.reformists
    if table.pile:
        facts["pile"] = table.pile
    if edition.has_house:
        facts |= _of_house(table, names)
    if table.givers:
        facts["givers"] = table.givers
    if table.drawn:
        facts["drawn"] = {names[seat]: sorted(cards) for seat, cards in table.drawn.items()}
    return facts


def _of_options(given: dict[str, Any]) -> dict[str, Any]:
    places = {name: _OPTIONS.index(name) if name in _OPTIONS else len(_OPTIONS) for name in given}
    return {name: given[name] for name in sorted(given, key=lambda name: (places[name], name))}


def _of_tokens(table: Table, names: tuple[str, ...]) -> dict[str, Any]:
    peacekeeping, treaty, tax, disappear, bomb = table.tokens
    thrown = {"bomb": bomb} if bomb else {}
    return {
        "peacekeeping": None if peacekeeping is None else names[peacekeeping],
        "treaty": None if treaty is None else [names[seat] for seat in treaty],
        "tax": None if tax is None else {"holder": names[tax[0]], "role": tax[1]},
        "disappear": [{"on": names[on], "by": names[by]} for on, by in disappear],
        **thrown,
    }


def _of_house(table: Table, names: tuple[str, ...]) -> dict[str, Any]:
    house = table.house
    return {
        "first": names[house.first],
        "first_turns": house.first_turns,
        "direction": house.direction,
        "out": house.out,
        "mat": [
            {"event": event, "coins" if isinstance(what, int) else "card": what}
            for event, what in house.mat.items()
        ],
    }
