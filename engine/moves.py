"""Moves: the decisions that players make, as values. Each has one text form and one JSON form (referee.md)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from engine.catalogue import ACTION_IDS, CARDS, ROLES, RULESETS
from engine.errors import BadRequest

MAX_SEATS: Final = max(ruleset.players[1] for ruleset in RULESETS.values())
"""The largest number of players of any ruleset."""

_KEPT: Final = 2  # the most cards in a hand
_FIELDS: Final = ("action", "target", "recipient", "role", "card", "cards", "give")  # as in `Move.__new__`
_SEATS: Final = ("target", "recipient")
_VERBS: Final = frozenset(
    (
        *("act", "pass", "challenge", "claim", "pay", "prove", "concede", "lose", "keep"),
        *("give", "draw", "stop", "refuse", "show", "leave", "swap", "resign"),
    )
)
_interned: dict[tuple[Any, ...], "Move"] = {}
"""Every move that the rules have created. A move that a request names is looked up here, but never added."""


class Move:
    """One decision. `do` is the verb; fields that the verb does not use are None.

    `target` and `recipient` are seats, counted from 0. `cards` are the cards kept, in alphabetical order.
    Moves are interned: equal moves are the same object. The exception is a move from a request that the rules have
    not created yet. `Game.decide` replaces such a move by the option with the same text, or refuses it.

    >>> steal = Move("act", "steal", target=1)
    >>> steal
    Move<act steal target=1>
    >>> steal is Move("act", "steal", target=1)
    True
    >>> steal.do, steal.action, steal.target, steal.role
    ('act', 'steal', 1, None)
    """

    __slots__ = ("_facts", "_text", "action", "card", "cards", "do", "give", "recipient", "role", "target")

    do: str
    action: str | None
    target: int | None
    recipient: int | None
    role: str | None
    card: str | None
    cards: tuple[str, ...] | None
    give: str | None
    _facts: dict[str, Any]
    _text: str

    def __new__(
        cls,
        do: str,
        action: str | None = None,
        target: int | None = None,
        recipient: int | None = None,
        role: str | None = None,
        card: str | None = None,
        cards: tuple[str, ...] | None = None,
        give: str | None = None,
        *,
        interned: bool = True,
    ) -> "Move":
        """Returns the interned move, or a new one, which is interned unless `interned` is False."""
        key = (do, action, target, recipient, role, card, cards, give)
        known = _interned.get(key)
        if known is not None:
            return known
        move = object.__new__(cls)
        move.do, move.action, move.target, move.recipient = do, action, target, recipient
        move.role, move.card, move.cards, move.give = role, card, cards, give
        move._facts = {
            "do": do,
            **{name: value for name, value in zip(_FIELDS, key[1:], strict=True) if value is not None},
        }
        named = {"target": target, "recipient": recipient, "role": role, "card": card, "give": give}
        parts = [do, action or "", *(f"{name}={value}" for name, value in named.items() if value is not None)]
        if cards is not None:
            parts.append(f"cards={','.join(cards)}")
        move._text = " ".join(filter(None, parts))
        if interned:
            _interned[key] = move
        return move

    def __reduce__(self) -> tuple[type["Move"], tuple[Any, ...]]:
        # A move that was pickled in another process becomes this process's interned object.
        return Move, (self.do, *(getattr(self, name) for name in _FIELDS))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Move<{self._text}>"

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Returns the move with this text. Raises BadRequest.

        >>> Move.parse("act steal target=1") is Move("act", "steal", target=1)
        True
        >>> str(Move("keep", cards=("assassin", "duke")))
        'keep cards=assassin,duke'
        """
        do, *parts = text.split(" ")
        facts: dict[str, Any] = {"do": do}
        for part in parts:
            name, equals, value = part.partition("=")
            if not equals:
                name, value = "action", name
            facts[name] = value.split(",") if name == "cards" and value else [] if name == "cards" else value
            if name in _SEATS:
                if not value.isdecimal():
                    raise BadRequest("A seat is a number.")
                facts[name] = int(value)
        return cls._check(facts)

    @classmethod
    def from_json(cls, value: Mapping[str, Any], names: Sequence[str]) -> "Move":
        """Returns the move of a JSON object of referee.md; `names` are the players by seat. Raises BadRequest.

        >>> Move.from_json({"do": "act", "action": "steal", "target": "Ben"}, ["Ada", "Ben"])
        Move<act steal target=1>
        """
        facts = dict(value)
        for name in _SEATS:
            who = facts.get(name)
            if who is not None:
                if who not in names:
                    raise BadRequest("no_such_player", name=who)
                facts[name] = list(names).index(who)
        return cls._check(facts)

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Returns the JSON object of referee.md without `by`; `names` are the players by seat.

        >>> Move("act", "steal", target=1).to_json(["Ada", "Ben"])
        {'do': 'act', 'action': 'steal', 'target': 'Ben'}
        """
        facts = self._facts.copy()
        if self.target is not None:
            facts["target"] = names[self.target]
        if self.recipient is not None:
            facts["recipient"] = names[self.recipient]
        if self.cards is not None:
            facts["cards"] = list(self.cards)
        return facts

    @classmethod
    def _check(cls, facts: dict[str, Any]) -> "Move":
        do = facts.pop("do", None)
        if not isinstance(do, str) or do not in _VERBS:
            raise BadRequest("A decision names what to do, for example pass, challenge or act.")
        for name, value in facts.items():
            if name not in _FIELDS:
                raise BadRequest("unknown_word", field="field", word=name)
            allowed = ACTION_IDS if name == "action" else ROLES if name == "role" else CARDS
            if name in _SEATS:
                known = isinstance(value, int) and 0 <= value < MAX_SEATS
            elif name == "cards":
                cards = cast("list[object]", value) if isinstance(value, list) else [None]
                known = len(cards) <= _KEPT and all(_is_known(card, CARDS) for card in cards)
            else:
                known = _is_known(value, allowed)
            if not known:
                raise BadRequest("unknown_word", field=name, word=facts[name])
        if "cards" in facts:
            facts["cards"] = tuple(facts["cards"])
        return cls(do, **facts, interned=False)


def _is_known(value: object, words: "Mapping[str, object] | frozenset[str]") -> bool:
    return isinstance(value, str) and value in words


PASS: Final = Move("pass")
CHALLENGE: Final = Move("challenge")
PROVE: Final = Move("prove")
CONCEDE: Final = Move("concede")
PAY: Final = Move("pay")
REFUSE: Final = Move("refuse")
DRAW: Final = Move("draw")
STOP: Final = Move("stop")
LEAVE: Final = Move("leave")
SWAP: Final = Move("swap")
RESIGN: Final = Move("resign")


def claim(role: str) -> Move:
    """Returns the move that claims a role: as a counteraction, an additional claim, to defuse or for an estate."""
    return Move("claim", role=role)
