"""Phrases: the players, roles, coins and answers of a table in the words of one locale."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from bot.render.icons import GLUE, NO_ICONS, TEAM_SIGNS, Icons
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import distinct_names, escape
from engine import Move, PublicClaim, PublicView
from engine.editions import ACTIONS, EDITIONS
from engine.moves import CONCEDE, PAY, PROVE
from engine.table.questions import proving_cards

PERCENT: Final = 100


class Phrases:
    """The words for seats, cards and moves; `names` are the players' names by seat.

    `inquisitor` says whether that role replaces the ambassador, and so has the action exchange, and
    `is_writer_looking` whether the writer only looks at the cards drawn. Phrases for the bodies of messages have
    `icons`, those for labels none. `teams` are the numbers of the players' teams, from 0; names begin with the
    sign of their team.
    """

    def __init__(
        self,
        texts: Texts,
        names: Sequence[str] = (),
        *,
        inquisitor: bool = False,
        is_writer_looking: bool = False,
        icons: Icons = NO_ICONS,
        teams: Sequence[int] = (),
    ) -> None:
        self.texts = texts
        self.icons = icons
        self.inquisitor = inquisitor
        self._is_writer_looking = is_writer_looking
        self._names = distinct_names(tuple(names))
        self._signs = [self._team_sign(team) for team in teams] or [""] * len(names)
        self._bold = [f"{self._signs[seat]}**{escape(name)}**" for seat, name in enumerate(self._names)]

    def name(self, seat: int | None) -> str:
        """Returns a player in running text, in bold; an empty text for None."""
        return "" if seat is None else self._bold[seat]

    def title(self, seat: int) -> str:
        """Returns a player in a heading, or in text that is bold already."""
        return self._signs[seat] + escape(self._names[seat])

    def label(self, seat: int) -> str:
        """Returns a player on a button or in a menu, where Discord reads no markup; without `sign`."""
        return self._names[seat]

    def sign(self, seat: int) -> str:
        """Returns the sign of a player's team, to put before the name; an empty text without teams."""
        return self._signs[seat]

    def team(self, team: int) -> str:
        """Returns a team, counted from 0, with its sign."""
        return self._team_sign(team) + self.texts("team", team=team + 1)

    def names(self, seats: Iterable[int]) -> str:
        """Returns several players as "A, B and C"."""
        return self.texts.join([self.name(seat) for seat in seats])

    def role(self, card: str) -> str:
        """Returns a role or a card."""
        return self.icons.text(card) + self.texts(f"role-{card.replace('*', '-special')}")

    def proof(self, claim: PublicClaim | None) -> str:
        """Returns the card that proves a claim, or the role that it denies; an empty text if it has neither."""
        if claim is None or claim.role is None:
            return "" if claim is None or claim.denied is None else self.role(claim.denied)
        return self.role(proving_cards(claim.role, claim.kind)[0])

    def cards(self, cards: Sequence[str]) -> str:
        """Returns several cards, grouped by role: "2 Dukes and Captain"."""
        counts = Counter(cards)
        return self.texts.join([self._same(card, count) for card, count in counts.items()])

    def coins(self, coins: int) -> str:
        """Returns a number of coins in words, such as "2 coins"."""
        return self._with_icon("coin", self.texts("coins", coins=coins))

    def count(self, cards: int) -> str:
        """Returns a number of cards in words, such as "2 cards"."""
        return self._with_icon("card", self.texts("cards", cards=cards))

    def action(self, action: str) -> str:
        """Returns an action's name: its own if it is general or classic, otherwise that of its role."""
        word = f"action-{self._as_played(action)}"
        return self.texts(word) if self.texts.has(word) else self.role(action)

    def hint(self, action: str, *, has_target: bool = False) -> str:
        """Returns what an action does, in one line; shorter for some where its label names the target."""
        word = f"hint-{self._as_played(action)}"
        return self.texts(self.texts.first(f"{word}-target", word) if has_target else word)

    def help(self, card: str) -> str:
        """Returns what a role or special copy does: up to three lines; the hint of its action if that says all."""
        word = f"help-{card.replace('*', '-special')}"
        return self.texts(word) if self.texts.has(word) else self.hint(card)

    def answer(self, move: Move, game: PublicView) -> str:
        """Returns a decision on the open question of a game, as its button names it."""
        texts, prompt = self.texts, game.prompt
        match move.do:
            case "act" if prompt == "avenge" and move.target is not None:  # it claims no role
                return texts("answer-avenge", target=self.label(move.target))
            case "act":
                return self._declaration(move)
            case "pass":
                word = f"answer-pass-{'join' if is_riot(game) else prompt}"
                return texts(word if texts.has(word) else "answer-pass")
            case "pay":
                return texts(f"answer-pay-{'join' if prompt == 'respond' else prompt}")
            case "prove":
                if game.claim is not None and game.claim.denied is not None:
                    return texts("answer-prove-denied")
                return texts("answer-prove", role=self.proof(game.claim))
            case "claim" if move.card is not None:
                return texts("answer-claim-loss", card=self.role(move.card), role=self.role(move.role or ""))
            case "claim" if move.target is not None:
                role, target = self.role(move.role or ""), self.label(move.target)
                return texts("answer-claim-bomb-target", role=role, target=target)
            case "claim":
                # A player may type a claim that no card can prove, such as most claims in answer to a block.
                cards = proving_cards(move.role, "rebuttal" if game.is_about_block else "action")
                return texts(claim_word(game), role=self.role(next(iter(cards), move.role or "")))
            case "keep":
                kept = self.cards(move.cards or ())
                if move.give is not None:
                    return texts("answer-keep-give", cards=kept, card=self.role(move.give))
                return texts("answer-keep", cards=kept)
            case do if move.card is not None:
                return texts(f"answer-{do}", card=self.role(move.card))
            case do:
                return texts(f"answer-{do}")

    def offer(self, move: Move, game: PublicView, cards: int) -> str:
        """Returns a decision as its player's button names it, with the consequence for a hand of `cards` cards."""
        answer, claim = self.answer(move, game), game.claim
        if move.do == "claim" and move.card is not None:
            return self.texts(f"offer-claim-loss-{move.role}", answer=answer, cards=cards)
        if move not in (PROVE, CONCEDE) or claim is None or claim.challenger is None:
            return answer
        word = "offer-prove" if move == PROVE else "offer-concede"
        may_pay = str(_may_pay(move, claim, game.view)).lower()
        return self.texts(
            word, answer=answer, challenger=self.label(claim.challenger), may_pay=may_pay, cards=cards
        )

    def _team_sign(self, team: int) -> str:
        """Returns the sign before the names of a team: a colour in a shape of its own."""
        return self.icons.text(f"team_{team + 1}") or TEAM_SIGNS[team] + GLUE

    def _with_icon(self, art: str, text: str) -> str:
        """Returns a short text after its emoji, if there is one, and on the same line."""
        icon = self.icons.text(art)
        return icon + text.replace(" ", GLUE) if icon else text

    def _as_played(self, action: str) -> str:
        if action == "writer" and self._is_writer_looking:
            return f"{action}-looking"
        return f"{action}-inquisitor" if action == "exchange" and self.inquisitor else action

    def _same(self, card: str, count: int) -> str:
        if count == 1:
            return self.role(card)
        return self.texts("same-cards", count=count, roles=self.icons.text(card) + self.texts(f"roles-{card}"))

    def _declaration(self, move: Move) -> str:
        named = {
            field: self.label(seat)
            for field in ("target", "recipient")
            if (seat := getattr(move, field)) is not None
        }
        if move.role is not None:
            named["role"] = self.role(move.role)
        word = "-".join(("answer-act", *(named if len(named) < 2 else ["both"])))
        word = self.texts.first(f"{word}-{move.action}", word)
        return self.texts(word, action=self.action(move.action or ""), **named)


def is_riot(game: PublicView) -> bool:
    """Returns whether the open question asks which players join a riot."""
    return game.prompt == "respond" and any(PAY in options for options in game.options.values())


def claim_word(game: PublicView) -> str:
    """Returns the id of the text for an answer that claims a role; it depends on what the claim would do."""
    claim = game.claim
    if game.prompt == "bomb":
        return "answer-claim-bomb"
    if game.prompt != "respond" or claim is None or claim.kind != "action" or claim.action is None:
        return "answer-claim"
    return "answer-claim-additional" if claim.action.answers == "share" else "answer-claim-block"


def _may_pay(move: Move, claim: PublicClaim, view: Mapping[str, Any]) -> bool:
    """Returns whether the loser of a challenge may pay instead of losing a card (rules.md 6.2)."""
    price = EDITIONS[view["ruleset"]].life_price
    loser = claim.challenger if move == PROVE else claim.by
    coins = view["players"][loser]["coins"]
    if move == CONCEDE and claim.kind == "action" and claim.action is not None:
        coins += ACTIONS[claim.action.id].price  # a player who is exposed gets it back
    return 0 < price <= coins


def odds_text(odds: Fraction, texts: Texts) -> str:
    """Returns a chance in percent, such as "37%"; 0 and 100 only if it is impossible or certain."""
    percent = round(odds * PERCENT) if odds in (0, 1) else min(PERCENT - 1, max(1, round(odds * PERCENT)))
    return texts("odds-percent", percent=percent)
