"""Scenes: what a rendering starts from. `Scene` holds what everybody may see, `PrivateScene` what one seat may."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.render.icons import NO_ICONS, Icons, icons
from bot.render.ids import Press
from bot.render.public import PublicTable
from bot.render.texts.catalogue import Words, words
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import escaped
from bot.tables.table import Table
from engine import Move, PublicView, may_eliminate

_CHOICE_LIMIT = 120


@dataclass(frozen=True)
class Scene:
    """A table as everybody may see it, in the words of a locale; `public` is its game, None before the start.

    Neither leads to the game itself: what is rendered from a scene cannot show a hidden card. Without `pictures`
    it is shown in words alone; `icons` are the emojis there are, none without `pictures`.
    """

    table: PublicTable
    public: PublicView | None
    words: Words
    pictures: bool = True
    icons: Icons = NO_ICONS

    @classmethod
    def of(cls, table: Table, locale: str | None = None, *, pictures: bool = True) -> "Scene":
        """The scene of a table as it stands, in its own locale or another; `pictures`: if the table has them."""
        public = None if table.state.game is None else table.state.game.public()
        shown = table.state.pictures and pictures
        return cls(
            PublicTable.of(table),
            public,
            words(locale or table.state.locale),
            shown,
            icons() if shown else NO_ICONS,
        )

    @property
    def game(self) -> PublicView:
        """The game as everybody may see it. Raises ValueError where none has begun."""
        if self.public is None:
            raise ValueError("no game has begun at this table")
        return self.public

    @property
    def view(self) -> Mapping[str, Any]:
        """What a spectator may know, as referee.md words it; everything once the game is over."""
        return self.game.view

    @cached_property
    def phrases(self) -> Phrases:
        """The words for its players, cards and moves in a message's body, with their emojis."""
        return self._phrases(self.icons)

    @cached_property
    def labels(self) -> Phrases:
        """The same words for labels, autocompletes, forms and alt texts, where no emoji can stand."""
        return self._phrases(NO_ICONS)

    def _phrases(self, icons: Icons) -> Phrases:
        roles: Sequence[str] = () if self.public is None else self.public.view["roles"]
        names = [seat.name for seat in self.table.seats]
        return Phrases(self.words, names, inquisitor="inquisitor" in roles, icons=icons)

    def press(self, op: str, arg: str = "") -> Press:
        """Returns the press of a control that answers the open question."""
        return Press(op, self.table.id, self.game.question, arg, tag=self.table.question_id)

    def seated(self, seat: int) -> str:
        """Who sits there in a message's body; of an AI, how it plays too."""
        name, sitting = self.phrases.name(seat), self.table.seats[seat]
        if sitting.ai is None:
            return name
        temperament = "none" if sitting.temperament is None else self.words(f"temperament-{sitting.temperament}")
        return self.words(f"ai-{sitting.ai}", name=name, temperament=temperament)

    def in_play(self, seat: int) -> bool:
        """Whether a player is still in the game."""
        return self.view["players"][seat]["alive"]

    def answer(self, move: Move) -> str:
        """A decision on the question that stands, as a label."""
        return self.labels.answer(move, self.game)

    def chosen(self, move: Move) -> str:
        """The confirmation that a decision was taken, as running text."""
        return self.words("done-choice", choice=escaped(self.answer(move), _CHOICE_LIMIT))

    def standing(self, seat: int) -> str:
        """A player as a label, with the coins and cards that everybody sees."""
        player, labels = self.view["players"][seat], self.labels
        coins, cards = labels.coins(player["coins"]), labels.count(player["cards"])
        return self.words("pick-player", name=labels.label(seat), coins=coins, cards=cards)

    def seat(self, name: str) -> int:
        """The seat of a player named in a view."""
        return self.game.names.index(name)


@dataclass(frozen=True)
class PrivateScene:
    """A table as the player of one seat may see it: what everybody sees, and that player's own view.

    `view` is `Game.view(seat)`. `options` are the answers offered to the seat while it is shown as still to
    answer, `answered` tells whether it has answered the question that stands, and `untargetable` maps each seat
    that it may not choose as a target to the reason. `fatal` are the answers that may cost it its last
    card; actions are none of them: only a bluffer would be asked again, and the others could notice the delay.
    `hands` are the cards of every player still in, by seat, where the table lets its eliminated players see them
    and this is one. `given` is the card among those looked at that another player has just handed over.
    """

    public: Scene
    seat: int
    view: Mapping[str, Any]
    options: tuple[Move, ...]
    answered: bool
    untargetable: Mapping[int, str]
    fatal: frozenset[Move]
    hands: Mapping[int, Sequence[str]]
    given: str | None

    @classmethod
    def of(cls, table: Table, seat: int, locale: str | None = None, *, pictures: bool = True) -> "PrivateScene":
        """The scene of a seat at a table whose game has begun; `pictures`: if both table and player want them.

        Raises ValueError where no game has begun.
        """
        public, game = Scene.of(table, locale, pictures=pictures), table.state.game
        if game is None:
            raise ValueError("no game has begun at this table")
        ask, asked = game.ask, seat in public.table.owing
        offered = {} if ask is None else ask.options if ask.private else public.game.options
        options = offered.get(seat, ()) if asked else ()
        return cls(
            public=public,
            seat=seat,
            view=game.view(seat),
            options=options,
            answered=seat in table.state.open_question.answered,
            untargetable=game.untargetable(seat) if asked else {},
            fatal=frozenset(move for move in options if move.action is None and may_eliminate(game, seat, move)),
            hands=game.open_hands(seat) if table.state.open_hands else {},
            given=_given(table, seat) if seat in game.table.drawn else None,
        )

    @property
    def words(self) -> Words:
        """The words in the locale of whoever looks."""
        return self.public.words

    @property
    def phrases(self) -> Phrases:
        """The words for players, cards and moves in a message's body, with their emojis."""
        return self.public.phrases

    @property
    def labels(self) -> Phrases:
        """The same words for labels."""
        return self.public.labels

    @property
    def icons(self) -> Icons:
        """The emojis there are."""
        return self.public.icons

    @property
    def table(self) -> PublicTable:
        """The table as everybody may see it."""
        return self.public.table

    @property
    def game(self) -> PublicView:
        """The game as everybody may see it."""
        return self.public.game

    def press(self, op: str, arg: str = "") -> Press:
        """Returns the press of a control that answers the open question."""
        return self.public.press(op, arg)

    @property
    def asked(self) -> bool:
        """Whether the seat is shown as still to answer."""
        return self.seat in self.table.owing

    @cached_property
    def me(self) -> Mapping[str, Any]:
        """The player's own entry in the view."""
        return self.view["players"][self.seat]

    @cached_property
    def cards(self) -> list[str]:
        """The cards the player looks at: those held, then those drawn; ids name them by their places here."""
        return [*self.me["hand"], *self.view.get("drawn", ())]

    @property
    def given_slot(self) -> int | None:
        """The place in `cards` of the card that was handed over, None if none was."""
        return None if self.given is None else self.cards.index(self.given, len(self.me["hand"]))


def _given(table: Table, seat: int) -> str | None:
    """The card that was handed to a seat in this turn, None if none was."""
    return next(
        (e["card"] for e in reversed(table.state.story[-1]) if e["type"] == "given" and e["recipient"] == seat),
        None,
    )
