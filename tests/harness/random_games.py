"""Random games and positions of every edition, with every kind of option; and shuffled hidden cards."""

import random
from collections.abc import Iterable
from itertools import product
from typing import Any

from engine import RULESETS, Event, Game
from engine.ai import Player
from engine.catalogue import pool_roles
from engine.editions import edition
from engine.editions.mcguire import MAT_DEALT
from engine.events import visible_to
from engine.setup import deal_from
from engine.table.table import Edition

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
TOKENS = {
    "peacekeeping": "peacekeeper",
    "treaty": "foreign_consular",
    "tax": "customs_officer",
    "disappear": "mercenary",
}


def tell_players(players: Iterable[Player], events: Iterable[Event]) -> None:
    """Gives AI seats the events that they may see."""
    for event, player in product(events, players):
        if visible_to(event, player.seat):
            player.observe(event)


def random_setup(chance: random.Random, ruleset: str | None = None) -> dict[str, Any]:
    """A random request that starts a game: `{"new": ..}` or `{"position": ..}`, equally often."""
    ruleset = ruleset or chance.choice(list(RULESETS))
    least, most = RULESETS[ruleset].players
    players = chance.randint(least, most)
    options = random_options(chance, ruleset, players)
    pool = random_pool(chance, ruleset)
    if chance.random() < 0.5:
        return {"position": random_position(chance, ruleset, players, options, pool)}
    request: dict[str, Any] = {
        "ruleset": ruleset,
        "players": list(NAMES[:players]),
        "options": options,
        "seed": chance.randbytes(32).hex(),
    }
    if pool and chance.random() < 0.7:
        request["pool"] = pool
        options["free_pool"] = True
    if chance.random() < 0.5:
        request["first"] = chance.choice(NAMES[:players])
    if ruleset == "mcguire" and chance.random() < 0.5:
        request["direction"] = chance.choice((1, -1))
    return {"new": request}


def random_new_game(ruleset: str, number: int) -> tuple[Game, random.Random]:
    """The game of a number: with as many players and such options as its chance says, which is returned too."""
    chance = random.Random(number)
    players = chance.randint(*RULESETS[ruleset].players)
    options = random_options(chance, ruleset, players)
    return Game.new(ruleset, NAMES[:players], options=options, seed=f"{number:064x}"), chance


def random_pool(chance: random.Random, ruleset: str) -> list[str] | None:
    """A random pool, of any categories and with any joining actions; None if the ruleset has no pools."""
    if not RULESETS[ruleset].draw:
        return None
    joining = [action for action in RULESETS[ruleset].joining.values() if chance.random() < 0.5]
    return chance.sample(pool_roles(ruleset), 5) + joining


def random_options(chance: random.Random, ruleset: str, players: int) -> dict[str, Any]:
    """A random combination of options that the ruleset allows."""
    options: dict[str, Any] = {}
    if "inquisitor" in RULESETS[ruleset].options:
        if players in (4, 6) and "teams" in RULESETS[ruleset].options and chance.random() < 0.4:
            options["teams"] = True
        if chance.random() < 0.4:
            options["inquisitor"] = True
            if chance.random() < 0.7:
                options["examine"] = chance.choice(("random", "owner"))
    if ruleset == "classic" and players == 2:
        options["two_player"] = chance.choice(("single", "standard"))
    if ruleset == "g54":
        options["advanced"] = chance.random() < 0.7
    if RULESETS[ruleset].draw and chance.random() < 0.3:
        options["writer_keeps"] = chance.random() < 0.3
    if chance.random() < 0.3:
        options["challenge_priority"] = chance.choice(("first", "clockwise"))
    if chance.random() < 0.3:
        options["block_challengers"] = chance.choice(("anyone", "actor"))
    if chance.random() < 0.3 and len(RULESETS[ruleset].options["blockers"]) > 1:
        options["blockers"] = chance.choice(("target", "anyone"))
    return options


def random_position(
    chance: random.Random, ruleset: str, players: int, options: dict[str, Any], pool: list[str] | None
) -> dict[str, Any]:
    """A random valid position: hands, lost cards, coins, tokens and mat."""
    options = {**options, "shuffle": chance.random() < 0.5}
    played = edition(ruleset, options, pool, players, set_up=True, seed=bytes(32))
    deck = list(played.deck)
    chance.shuffle(deck)
    seats: list[dict[str, Any]] = []
    for seat in range(players):
        alive = seat < (4 if played.teams else 2) or chance.random() < 0.8
        held = (chance.randint(1, 2) if chance.random() < 0.7 else 1) if alive else 0
        hand = [deck.pop() for _ in range(held)]
        lost = [deck.pop() for _ in range(2 - held)]
        coins = chance.randint(0, 11) if alive else 0
        seats.append({"name": NAMES[seat], "coins": coins, "hand": hand, "lost": lost})
    living = [player["name"] for player in seats if player["hand"]]
    position: dict[str, Any] = {
        "ruleset": ruleset,
        "options": options,
        "turn": chance.choice(living),
        "seed": chance.randbytes(32).hex(),
    }
    if pool:
        position["pool"] = pool
        position["tokens"] = _tokens(chance, played, living)
        if "financier" in pool:
            position["bank"] = chance.randint(0, 6)
        if {"missionary", "intellectual"} & set(pool) and deck and chance.random() < 0.3:
            next(player for player in seats if player["hand"])["aside"] = [deck.pop()]
    if ruleset == "reformation":
        position["reserve"] = chance.randint(0, 6)
        for player in seats:
            player["allegiance"] = chance.choice(("loyalist", "reformist"))
    if ruleset == "mcguire":
        position |= _mat(chance, players, deck)
    position |= {"players": seats, "deck": deck}
    return position


def _tokens(chance: random.Random, played: Edition, living: list[str]) -> dict[str, Any]:
    tokens: dict[str, Any] = {
        "peacekeeping": chance.choice(living),
        "treaty": chance.sample(NAMES[: played.seats], 2),
        "tax": {"holder": chance.choice(living), "role": chance.choice(played.roles)},
        "disappear": [
            {"on": chance.choice(living), "by": chance.choice(NAMES[: played.seats])}
            for _ in range(chance.randint(1, 3))
        ],
    }
    return {
        name: token for name, token in tokens.items() if TOKENS[name] in played.roles and chance.random() < 0.7
    }


def _mat(chance: random.Random, players: int, deck: list[str]) -> dict[str, Any]:
    mat: list[dict[str, Any]] = [{"event": "second_turn", "coins": 1}]
    mat += [
        {"event": event, "card": deck.pop()}
        for event, most_players in MAT_DEALT
        if players <= most_players and deck
    ]
    first = chance.choice(NAMES[:players])
    left = [place for place in mat if chance.random() < 0.8]
    deck += [place["card"] for place in mat if place not in left and "card" in place]
    return {
        "first": first,
        "first_turns": chance.randint(0, 3),
        "direction": chance.choice((1, -1)),
        "mat": left,
        "out": [deck.pop()] if deck and chance.random() < 0.3 else [],
    }


def begins_turn(game: Game) -> bool:
    """Whether the last decision began a new turn."""
    return any(event["type"] == "turn" for event in game.table.events)


def cards_on(game: Game) -> list[str]:
    """Every card of a game, wherever it is, in alphabetical order."""
    table = game.table
    cards = [*table.deck, *table.house.out]
    for piles in (table.hands, table.lost, table.aside, table.drawn.values()):
        for pile in piles:
            cards += pile
    cards += [what for what in table.house.mat.values() if isinstance(what, str)]
    return sorted(cards)


def redeal_hidden_from(game: Game, viewer: int | None, chance: random.Random) -> None:
    """Shuffles, in place, all cards that the viewer may not know.

    If `viewer` is None, shuffles all cards that are not public.

    These are the hands of the other seats, cards put aside or drawn, the deck and the mat. If the viewer can
    notice a difference afterwards, the game leaks hidden cards.
    """
    table = game.table
    others = [seat for seat in range(len(game.names)) if seat != viewer]
    fixed = table.examined[1] if table.examined is not None and viewer in table.examined[:2] else None
    hands = [seat for seat in others if seat != fixed]
    hidden = list(table.deck)
    for seat in hands:
        hidden += table.hands[seat]
    for seat in others:
        hidden += (*table.aside[seat], *table.drawn.get(seat, ()))
    hidden += [what for what in table.house.mat.values() if isinstance(what, str)]
    chance.shuffle(hidden)

    def take(number: int) -> tuple[str, ...]:
        return tuple(hidden.pop() for _ in range(number))

    table.deck = take(len(table.deck))
    for seat in hands:
        table.hands[seat] = tuple(sorted(take(len(table.hands[seat]))))
    for seat in others:
        table.aside[seat] = take(len(table.aside[seat]))
        if seat in table.drawn:
            table.drawn[seat] = take(len(table.drawn[seat]))
    mat = {event: what if isinstance(what, int) else take(1)[0] for event, what in table.house.mat.items()}
    table.house = table.house._replace(mat=mat)
    if table.examined is not None and fixed is None:
        examiner, owner, _ = table.examined
        table.examined = (examiner, owner, table.hands[owner][0])


def start(setup: dict[str, Any]) -> Game:
    """Starts the game of a request."""
    return Game(*deal_from(setup["new"])) if "new" in setup else Game.from_position(setup["position"])


def everything(game: Game) -> dict[str, Any]:
    """Everything that must be equal in two games that are the same."""
    asked = {} if game.ask is None else {seat: tuple(options) for seat, options in game.ask.options.items()}
    prompt = None if game.ask is None else game.ask.prompt
    return {
        "state": game.state(),
        "question": game.question,
        "seq": game.seq,
        "prompt": prompt,
        "asked": asked,
        "winners": game.winners,
        "views": [game.view(seat) for seat in (None, *range(len(game.names)))],
    }


def played(chance: random.Random) -> tuple[Game, int]:
    """A random game in the middle of a turn, and a seat that is asked."""
    game = start(random_setup(chance))
    for _ in range(chance.randint(0, 60)):
        before = game.clone()
        seat = chance.choice(sorted(before.ask.options)) if before.ask else 0
        living = [
            seat
            for seat in range(len(game.names))
            if game.table.alive >> seat & 1 and seat not in game.table.resigned
        ]
        if chance.random() < 0.03:
            game.resign(chance.choice(living))
        elif game.ask is not None:
            game.decide(seat, chance.choice(game.ask.options[seat]))
        if game.ask is None:
            game = before
            break
    assert game.ask is not None
    return game, chance.choice(sorted(game.ask.options))
