"""The view model of a seat: what everybody sees, and what the player of that seat alone may see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from bot.render.icons import Icons
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.state import AWAY
from bot.tables.table import Table
from engine import Move, PublicView


@dataclass(frozen=True)
class SeatView:
    """A table whose game has started, as the player of one seat may see it."""

    table: TableView
    texts: Texts  # this and the next four are those of the table
    phrases: Phrases
    labels: Phrases
    icons: Icons
    game: PublicView

    seat: int
    own_view: Mapping[str, Any]  # `Game.view(seat)`
    options: tuple[Move, ...] = ()  # the answers offered to the seat while it is shown as still to answer
    has_answered: bool = False  # whether the seat has answered the open question, which others may not see yet
    orders: Sequence[str] = ()  # the player's standing orders
    # The seats that the player may not choose as a target, each with the reason.
    untargetable: Mapping[int, str] = field(default_factory=dict[int, str])
    # The cards of every player still in the game, by seat, where the table shows them to this eliminated player.
    hands: Mapping[int, Sequence[str]] = field(default_factory=dict[int, Sequence[str]])
    # The cards among `cards` that other players have just handed over, by their seats.
    given: Mapping[int, str] = field(default_factory=dict[int, str])

    @classmethod
    def of(cls, table: Table, seat: int, locale: str | None = None) -> "SeatView":
        """Returns a seat's view now (arguments as in `TableView.of`). Raises ValueError before the game starts."""
        public, game = TableView.of(table, locale), table.state.game
        if game is None:
            raise ValueError("no game has begun at this table")
        has_answered = table.state.has_answered(seat)
        ask, is_asked = game.ask, seat in public.owing and not has_answered
        offered = {} if ask is None else ask.options if ask.private else public.game.options
        options = offered.get(seat, ()) if is_asked else ()
        drawn = table.state.story[-1] if seat in game.table.drawn else ()
        return cls(
            table=public,
            texts=public.texts,
            phrases=public.phrases,
            labels=public.labels,
            icons=public.icons,
            game=public.game,
            seat=seat,
            own_view=game.view(seat),
            options=options,
            has_answered=has_answered,
            orders=table.state.seats[seat].orders if public.is_in_play(seat) else (),
            untargetable=game.untargetable(seat) if is_asked else {},
            hands=game.open_hands(seat) if table.state.open_hands else {},
            given={e["by"]: e["card"] for e in drawn if e["type"] == "given" and e["recipient"] == seat},
        )

    @classmethod
    def past(cls, view: TableView, seat: int, then: PublicView, own_view: Mapping[str, Any]) -> "SeatView":
        """Returns the view that a seat had of an earlier position, without the answers that it was offered."""
        table = replace(view, public_game=then)
        return cls(table, table.texts, table.phrases, table.labels, table.icons, then, seat, own_view)

    @property
    def is_asked(self) -> bool:
        """Whether the player must still answer the open question."""
        return self.seat in self.table.owing and not self.has_answered

    @property
    def is_away(self) -> bool:
        """Whether an AI plays for the player, or the table waits for the player's return."""
        status = self.table.status
        may_return = status is Status.PLAYING or (status is Status.PAUSED and self.table.paused_for == AWAY)
        return may_return and self.seat in self.table.absent

    @cached_property
    def me(self) -> Mapping[str, Any]:
        """The player's own entry in `own_view`."""
        return self.own_view["players"][self.seat]

    @cached_property
    def cards(self) -> list[str]:
        """The cards that the player sees: held, then drawn. Custom ids name a card by its index here."""
        return [*self.me["hand"], *self.own_view.get("drawn", ())]

    @cached_property
    def truths(self) -> Mapping[Move, bool | None]:
        """Whether each option claims a role that the player holds; None for those that claim nothing."""
        asked = self.own_view.get("prompt", {}).get("truthful", ())
        return dict(zip(self.options, asked, strict=False))

    @property
    def true_actions(self) -> Mapping[str, bool]:
        """For each action that claims a role, whether the player holds it."""
        return {
            move.action: true for move, true in self.truths.items() if move.action is not None and true is not None
        }

    @property
    def given_slots(self) -> Sequence[int]:
        """The indexes in `cards` of the cards that were handed over."""
        held = len(self.me["hand"])
        return [held + slot for slot in slots_of(tuple(self.given.values()), self.cards[held:])]


def slots_of(wanted: Sequence[str], cards: Sequence[str]) -> list[int]:
    """Returns the slots in `cards` of the cards wanted; of several alike, the first ones."""
    free = list(range(len(cards)))
    found: list[int] = []
    for card in wanted:
        slot = next(slot for slot in free if cards[slot] == card)
        free.remove(slot)
        found.append(slot)
    return found
