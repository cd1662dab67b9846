"""Public events tell all coins, face-up cards, tokens and allegiances."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Event, Game
from engine.events import visible_to
from engine.table.table import Table
from tests.engine.formats.golden import FOLDER, GAMES
from tests.harness.random_games import random_setup, start


class Follower:
    """A reader of public events, who knows the coins, face-up cards, tokens and allegiances at their beginning."""

    def __init__(self, table: Table) -> None:
        self.coins = list(table.coins)
        self.lost = [Counter(cards) for cards in table.lost]
        self.aside = [len(cards) for cards in table.aside]
        self.alive, self.pile, self.reformists = table.alive, table.pile, table.reformists
        tokens = table.tokens
        self.lying: Counter[tuple[Any, ...]] = Counter(("disappear", on, by) for on, by in tokens.disappear)
        if tokens.peacekeeping is not None:
            self.lying["peacekeeping", tokens.peacekeeping] = 1
        if tokens.tax is not None:
            self.lying["tax", *tokens.tax] = 1
        if tokens.treaty is not None:
            self.lying["treaty", *sorted(tokens.treaty)] = 1
        if tokens.bomb:
            self.lying["bomb", tokens.bomb[-1]] = 1

    def observe(self, event: Event) -> None:
        """Takes note of a public event."""
        by, amount, recipient = event.get("by", -1), event.get("amount", 0), event.get("recipient")
        match event["type"]:
            case "coins" | "refunded":
                self.coins[by] += amount
            case "paid" | "transfer":
                self.coins[by] -= amount
                if recipient is not None:
                    self.coins[recipient] += amount
            case "laid":
                self.pile += amount
            case "taken":
                self.pile -= amount
                self.coins[by] += amount
            case "converted":
                self.reformists ^= 1 << event["target"]
            case "lost":
                self.lost[by][event["card"]] += 1
            case "aside":
                self.aside[by] += 1
            case "turned_up":
                self.aside[by] -= 1
                self.lost[by][event["card"]] += 1
            case "eliminated":
                self.alive &= ~(1 << by)
                self.coins[by] -= event.get("returned", 0)
            case "estate":
                self.coins[event["of"]] = 0
                for heir in event["shared"]:
                    self.coins[heir] += event["share"]
            case "token":
                self._move_token(event)
            case _:
                pass

    def _move_token(self, event: Event) -> None:
        name, by = event["name"], event["by"]
        if name != "disappear":  # there is one of each other token, on one place
            self.lying = Counter({token: number for token, number in self.lying.items() if token[0] != name})
        if event.get("off"):
            if name == "disappear":
                self.lying[name, event["on"], by] -= 1
        elif name == "disappear":
            self.lying[name, event["on"], by] += 1
        elif name == "treaty":
            self.lying[name, *sorted((by, event["on"]))] = 1
        elif name == "tax":
            self.lying[name, by, event["role"]] = 1
        else:
            self.lying[name, event.get("on", by)] = 1

    def known(self) -> dict[str, Any]:
        """All that it knows."""
        return {**vars(self), "lying": {token: number for token, number in self.lying.items() if number}}


@pytest.mark.parametrize("name", GAMES)
def test_public_events_tell_every_public_change(name: str) -> None:
    record = json.loads((FOLDER / f"{name}.json").read_text())["record"]
    game = Game.begin(record)
    follower = Follower(game.table)
    for decision in record["decisions"]:
        for event in game.decide_json(decision):
            if visible_to(event, None):
                follower.observe(event)
        assert follower.known() == Follower(game.table).known(), decision


@pytest.mark.slow
@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_so_they_do_in_positions_and_with_resignations(chance: random.Random) -> None:
    game = start(random_setup(chance))
    follower = Follower(game.table)
    while game.ask is not None and game.seq < 60:
        seat = chance.choice(list(game.ask.options))
        resigns = game.is_playing(seat) and chance.random() < 0.02
        events = game.resign(seat) if resigns else game.decide(seat, chance.choice(game.ask.options[seat]))
        for event in events:
            if visible_to(event, None):
                follower.observe(event)
        assert follower.known() == Follower(game.table).known()
