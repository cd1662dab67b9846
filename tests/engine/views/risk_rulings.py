"""Rulings about how many cards an answer may cost, each a small position with decisions."""

from collections.abc import Iterator
from typing import Any

import pytest

RULINGS: list[tuple[str, dict[str, Any], str]] = [
    (
        "classic",
        {},
        """
        # A false claim may be exposed; a true one may not.
        captain duke/duke | 2/2 | 0 act exchange | 1
        captain duke/duke | 2/2 | 0 act steal target=1 | 0
        # The target may still block after a lost challenge; a block that is not proven costs two cards.
        assassin/contessa duke | 3/2 | 0 act assassinate target=1, 1 challenge | 1
        assassin/contessa duke | 3/2 | 0 act assassinate target=1, 1 claim role=contessa, 0 challenge, \
1 concede | 2
        """,
    ),
    (
        "classic",
        {"blockers": "anyone"},
        """
        # Only the first block clockwise is opened, and it may be exposed.
        assassin/captain/contessa duke | 3/2/2 | 0 act assassinate target=2, 2 claim role=contessa | 1
        assassin/contessa/captain | 3/2/2 | 0 act assassinate target=1, 1 claim role=contessa | 0
        assassin/captain/contessa duke | 3/2/2 | 0 act assassinate target=2, \
1 claim role=contessa, 2 claim role=contessa, 0 pass, 2 pass | 1
        # A player who wins the challenge of a block loses a card to the action; one who loses it does not.
        assassin/contessa/duke duke | 3/2/2 | 0 act assassinate target=2, \
1 claim role=contessa, 2 pass, 0 pass, 2 challenge | 1
        """,
    ),
    (
        "classic",
        {"blockers": "anyone", "lost": "contessa contessa assassin assassin"},
        """
        # By the cards that the challenger sees, the claim is a lie.
        captain/duke/assassin duke | 3/2/2 | 0 act assassinate target=2, 2 challenge | 0
        assassin/duke/contessa duke | 3/2/2 | 0 act assassinate target=2, \
1 claim role=contessa, 2 pass, 0 pass, 2 challenge | 1
        """,
    ),
    (
        "classic",
        {"free_deck": True, "lost": "duke duke"},
        """
        # A deck may have more than three dukes.
        duke/duke/captain | 2/2/2 | 0 act tax, 1 challenge | 1
        """,
    ),
    (
        "reformation",
        {},
        """
        # Not to hold a duke cannot be refuted by the cards that others see.
        captain contessa/duke duke/duke | 2/2/2 | 0 act embezzle, 1 challenge | 1
        """,
    ),
    (
        "mcguire",
        {},
        """
        # A life lost to a challenge is paid for, also with the coin of the challenge or with the price returned.
        captain/duke | 2/4 | 0 act tax, 1 challenge | 0
        captain/duke | 2/3 | 0 act tax, 1 challenge | 1
        captain/duke | 5/2 | 0 act assassinate target=1, 1 challenge, 0 concede | 0
        captain/duke | 5/2 | 0 act tax, 1 challenge, 0 concede, 0 pay | 0
        # One lost to an action is not.
        assassin/duke captain | 4/5 | 0 act assassinate target=1, 1 claim role=contessa | 1
        assassin/duke captain | 4/4 | 0 act assassinate target=1, 1 claim role=contessa | 2
        # A dead avenger does not challenge.
        duke duke/assassin*/captain | 7/2/2 | 0 act coup target=1, 1 act assassinate target=2, \
2 claim role=contessa | 0
        duke duke/assassin*/captain | 7/2/2 | 0 act coup target=1, 1 act assassinate target=2, 2 pass | 1
        """,
    ),
    (
        "mcguire",
        {"block_challengers": "anyone"},
        """
        # If the only other player lets a block pass, nobody can challenge it.
        duke duke/assassin*/captain | 7/2/2 | 0 act coup target=1, 1 act assassinate target=2, \
0 claim role=contessa, 2 pass, 2 pass | 0
        """,
    ),
    (
        "mcguire",
        {"out": "captain captain"},
        """
        duke/captain | 2/1 | 0 act steal target=1, 1 challenge | 0
        """,
    ),
    (
        "g54",
        {"pool": "crime_boss general mercenary missionary banker"},
        """
        # A ransom is paid by those who can.
        crime_boss/banker | 5/2 | 0 act crime_boss target=1, 1 pass | 0
        crime_boss/banker | 5/1 | 0 act crime_boss target=1, 1 pass | 1
        crime_boss/banker | 5/2 | 0 act crime_boss target=1, 1 pass, 1 refuse | 1
        # A general spares the players whose claims are true; a claim that waits for others is one of them.
        general/general banker/general banker | 5/2/2 | 0 act general, \
1 claim role=general, 2 claim role=general, 2 pass | 0
        # The action of a general is carried out even if its owner is dead.
        general/missionary missionary/banker banker | 5/2/2 | 0 act general, 1 challenge, 0 prove, \
1 claim role=missionary card=missionary, 0 challenge, 0 lose card=banker, 1 claim role=general, 2 pass, 2 pass | 1
        general/missionary missionary/banker banker | 5/2/2 | 0 act general, 1 challenge, 0 prove, \
1 claim role=missionary card=missionary, 0 challenge, 0 lose card=banker, \
1 claim role=general, 2 claim role=general, 2 pass | 2
        """,
    ),
    (
        "g54",
        {"pool": "banker general mercenary judge intellectual"},
        """
        # With the last card of the only other player the game ends.
        general/intellectual judge/banker | 5/2/2 | 0 act general, 1 challenge, 0 prove, \
1 claim role=intellectual card=intellectual, 0 challenge, 0 lose card=banker, \
1 claim role=general, 2 pass, 2 challenge, 1 concede, 1 claim role=intellectual card=judge, 2 pass | 0
        """,
    ),
    (
        "g54",
        {
            "pool": "crime_boss general mercenary missionary banker",
            "tokens": {"disappear": [{"on": "A", "by": "B"}]},
        },
        """
        # A token falls due even if the claim is exposed.
        banker banker/banker | 2/2 | 0 act income, 0 pass | 1
        banker banker/banker | 2/2 | 0 act income, 0 claim role=mercenary | 2
        banker mercenary/banker | 2/2 | 0 act income, 0 claim role=mercenary, 1 challenge, 0 prove | 0
        """,
    ),
    (
        "g54",
        {"pool": "banker guerrilla missionary intellectual lawyer"},
        """
        # A missionary replaces the last card, in case nobody can challenge it without being one.
        missionary/banker | 2/2 | 0 act banker | 0
        guerrilla/banker | 4/2 | 0 act guerrilla target=1, 1 pass, 1 claim role=missionary card=banker, \
0 challenge | 1
        guerrilla/intellectual | 4/2 | 0 act guerrilla target=1, 1 pass, \
1 claim role=intellectual card=intellectual, \
0 challenge | 0
        guerrilla/intellectual | 4/2 | 0 act guerrilla target=1, 1 pass, \
1 claim role=intellectual card=intellectual, \
0 challenge, 0 claim role=missionary card=guerrilla | 0
        # Other claims on lost cards do not.
        guerrilla/banker intellectual | 4/2 | 0 act guerrilla target=1, 1 pass, \
1 claim role=intellectual card=intellectual | 1
        # A false claim to an estate.
        guerrilla banker/banker/guerrilla | 4/2/2 | 0 act guerrilla target=1, 2 pass, 1 pass, \
1 lose card=banker, \
0 claim role=lawyer | 1
        """,
    ),
    (
        "g54",
        {"pool": "banker guerrilla missionary intellectual mercenary", "deck": []},
        """
        # No card is left to replace one.
        missionary/guerrilla | 4/2 | 0 act banker | 1
        """,
    ),
    (
        "g54",
        {"pool": "banker general missionary intellectual mercenary", "deck": ["general", "missionary"]},
        """
        # Other players may take the last cards first.
        missionary/banker/missionary | 5/2/2 | 0 act general, 1 pass, 2 pass | 1
        """,
    ),
    (
        "g54",
        {"pool": "banker guerrilla missionary intellectual mercenary", "aside": "banker banker"},
        """
        # B knows the cards that it has put aside.
        guerrilla/banker/missionary | 2/2/2 | 0 act banker, 1 challenge | 0
        """,
    ),
    (
        "g54",
        {"pool": "speculator guerrilla missionary customs_officer mercenary", "tax": "missionary"},
        """
        # The tax on missionary must be paid, after the price has returned or a speculator's coins are lost.
        guerrilla/missionary mercenary | 4/2 | 0 act customs_officer role=speculator | 1
        missionary/guerrilla | 1/2 | 0 act customs_officer role=speculator | 0
        missionary/guerrilla | 0/2 | 0 act customs_officer role=speculator | 1
        missionary/guerrilla | 4/2 | 0 act guerrilla target=1, 1 challenge, 0 concede | 0
        missionary/guerrilla | 3/2 | 0 act speculator | 1
        missionary/guerrilla | 3/2 | 0 act speculator, 1 challenge, 0 concede | 1
        missionary mercenary/guerrilla | 1/4 | 0 act income, 1 act guerrilla target=0, 0 pass, \
0 claim role=missionary card=mercenary | 1
        missionary mercenary/guerrilla | 0/4 | 0 act income, 1 act guerrilla target=0, 0 pass, \
0 claim role=missionary card=mercenary | 2
        """,
    ),
    (
        "g54",
        {"pool": "banker guerrilla missionary intellectual customs_officer", "tax": "guerrilla", "holder": "A"},
        """
        # A player who cannot pay the tax cannot counter later.
        guerrilla/banker banker/intellectual | 4/0/2 | 0 act guerrilla target=1, 2 challenge, 0 prove, \
2 claim role=intellectual card=intellectual, 1 pass | 1
        """,
    ),
    (
        "g54",
        {"pool": "banker general protestor missionary customs_officer", "tax": "protestor", "holder": "A"},
        """
        # A riot needs somebody with three coins; its target may counter it then, if it can pay.
        protestor/banker general/banker general/missionary | 2/0/3/0 | 0 act protestor target=1, 1 pass | 1
        protestor/banker general/banker general/missionary | 2/0/2/2 | 0 act protestor target=1, 1 pass | 0
        protestor/banker general/banker general/missionary | 2/1/3/0 | 0 act protestor target=1, 1 pass | 0
        protestor/banker general/banker general/missionary | 2/1/3/0 | 0 act protestor target=1, 1 pass, 3 pass, \
2 pay, 1 claim role=protestor | 2
        """,
    ),
    (
        "anarchy",
        {"pool": "anarchist banker missionary customs_officer director"},
        """
        # The Bomb costs another card if a claim about it is exposed, and a missionary's card, too.
        director/missionary banker/director | 3/2/2 | 0 act anarchist target=1, 1 claim role=anarchist | 1
        director/missionary/director | 3/2/2 | 0 act anarchist target=1, 1 claim role=anarchist, 0 challenge, \
1 concede, \
1 claim role=missionary card=missionary | 1
        director/banker banker/director | 3/2/2 | 0 act anarchist target=1, 1 claim role=anarchist, 0 challenge, \
1 concede | 2
        # With two cards, what comes after the first one's loss is another question.
        director/missionary banker/director | 3/2/2 | 0 act anarchist target=1, 1 claim role=anarchist, \
0 challenge, \
1 concede, 1 claim role=missionary card=missionary | 0
        # Those to whom it is handed may claim something.
        director/anarchist banker/banker director | 3/2/2 | 0 act anarchist target=1, \
1 claim role=anarchist target=2, 2 pass | 0
        """,
    ),
    (
        "anarchy",
        {"pool": "anarchist banker missionary customs_officer director", "tax": "anarchist", "holder": "A"},
        """
        # If they can pay.
        director/anarchist banker/banker director/missionary | 3/2/0/0 | 0 act anarchist target=1, \
1 claim role=anarchist target=2, 2 pass | 1
        """,
    ),
    (
        "anarchy",
        {
            "pool": "anarchist banker missionary customs_officer director",
            "tax": "anarchist",
            "holder": "A",
            "lost": "anarchist anarchist",
        },
        """
        director/director banker/anarchist banker | 3/2/0 | 0 act anarchist target=1, \
1 claim role=anarchist target=2, 2 challenge | 0
        """,
    ),
    (
        "anarchy",
        {"pool": "financier director anarchist missionary socialist"},
        """
        # A player who has proven an Anarchist is safe.
        financier director/anarchist director/director socialist | 3/2/2 | 0 act anarchist target=1, \
1 claim role=anarchist, 2 challenge, 1 prove, 2 claim role=missionary card=socialist, 1 pass | 0
        """,
    ),
    (
        "anarchy",
        {"pool": "banker plantation_owner mercenary missionary intellectual", "block_challengers": "actor"},
        """
        # Others may challenge an additional claim, even if the actor is dead.
        plantation_owner/missionary missionary/banker banker | 5/2/2 | 0 act plantation_owner, 1 challenge, \
0 prove, \
1 claim role=missionary card=missionary, 0 challenge, 0 lose card=banker, 2 claim role=plantation_owner | 1
        """,
    ),
]
"""A ruleset, further facts of its positions, and rulings of the form `hands | coins | decisions | risk`.

The players are A, who acts, B and so on. Hands are written like `captain duke/duke`, decisions like `0 act tax, 1
pass`, with seats by number. The risk is that of the last decision.
"""


def rulings() -> Iterator[Any]:
    """Yields each ruling: its ruleset, facts, hands, coins, decisions and risk."""
    for ruleset, facts, lines in RULINGS:
        for line in map(str.strip, lines.strip().splitlines()):
            if not line.startswith("#"):
                hands, coins, decisions, risk = line.split(" | ")
                yield pytest.param(ruleset, facts, hands, coins, decisions, int(risk), id=decisions)
