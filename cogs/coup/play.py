"""Commands of a running game: hand, act, answer, resign."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.delivery.private_panels import HAND
from bot.refusals import Refusal
from bot.render.custom_id import FIELDS, Field, PartialMove, field_value
from bot.render.messages.question import offers_more_time, sort_answers
from bot.render.panels.decision_steps import confirm_panel, pick_panel, resign_panel
from bot.render.panels.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.texts.sanitize import clean
from bot.render.view_model import TableView
from bot.tables.transitions import game
from bot.tables.transitions.transition import AskedQuestion, asked_question, running_game
from cogs.common.command_texts import Completion, Labelled, command, completion, matching
from cogs.common.context import Context
from cogs.common.refusal_texts import explained, refusal_of_move
from engine import ROLES, Move
from engine.catalogue import ACTION_IDS

_TURNS: Final = ("act", "avenge")
_NUMBERED: Final = re.compile("([0-9]{1,9}) (.+)", re.DOTALL)
"""An answer as its autocomplete fills it in: the number of its question, and the answer."""
_MORE_TIME: Final = "more_time"
"""The value of the choice More time of `/coup answer`."""
_COMPARED_CHARACTERS: Final = 200
"""The number of typed characters that are compared; labels and keys are shorter."""


@dataclass(frozen=True)
class Choices:
    """The values that an argument may have, each with the label that members read.

    Members choose some labels themselves, so the label of one value may equal the id of another.
    """

    labels: Mapping[str, str]

    def key(self, value: str) -> str:
        """Returns the text that an autocomplete fills in for a value; it never equals another value's label."""
        return self._prefix + value

    def matches(self, text: str) -> set[str]:
        """Returns the values whose key or label equals a text; if there are none, those equal except for case."""
        typed = clean(text, _COMPARED_CHARACTERS)
        exact = {value for value, label in self.labels.items() if typed in (self.key(value), label)}
        folded = typed.casefold()
        return exact or {
            value
            for value, label in self.labels.items()
            if folded in (self.key(value).casefold(), label.casefold())
        }

    @cached_property
    def _prefix(self) -> str:
        """The `#` characters before each key, enough of them that no key equals the label of another value."""
        names = {label.casefold(): value for value, label in self.labels.items()}
        prefix = ""
        while any(names.get((prefix + value).casefold(), value) != value for value in self.labels):
            prefix += "#"
        return prefix


def _field(field: Field) -> Completion:
    """Returns the autocomplete of a field of `/coup act`: choices that agree with the fields filled in so far."""

    async def values(context: Context, typed: str) -> Labelled:
        table = await context.own_table()
        asked = asked_question(table.state, context.user_id)
        if asked.ask.prompt not in _TURNS:
            return []
        view = context.view(table)
        moves: Iterable[Move] = asked.options
        for other in FIELDS:
            text: str | None = getattr(context.interaction.namespace, other)
            if text and other != field:
                meant = _choices(other, view).matches(text)
                moves = [move for move in moves if field_value(move, other) in meant]
        choices = _choices(field, view)
        found = dict.fromkeys(value for move in moves if (value := field_value(move, field)))
        # A target's label includes the coins and cards that everybody sees.
        labels = {each: view.player_label(int(each)) for each in found} if field == "target" else choices.labels
        return matching([(choices.key(value), labels[value]) for value in found], typed)

    return completion(values)


@completion
async def _answers(context: Context, typed: str) -> Labelled:
    """Autocompletes `/coup answer`. A value has the number of its question, so that a late answer is refused."""
    table = await context.own_table()
    asked, view = asked_question(table.state, context.user_id), context.view(table)
    moves = [] if asked.ask.prompt == "act" else sort_answers(asked.options)
    choices = _answer_choices(moves, view)
    labelled = [(choices.key(str(move)), choices.labels[str(move)]) for move in moves]
    if typed and offers_more_time(view, asked.seat):  # it answers nothing, so it is not among the first choices
        labelled.append((_MORE_TIME, view.texts("button-more-time")))
    return matching([(f"{asked.game.question} {key}", label) for key, label in labelled], typed)


def _choices(field: Field, view: TableView) -> Choices:
    """Returns all values that a field of `/coup act` can have at a table, whether they are legal now or not."""
    labels = view.labels
    match field:
        case "action":
            return Choices({action: labels.action(action) for action in sorted(ACTION_IDS)})
        case "role":
            return Choices({role: labels.role(role) for role in ROLES})
        case _:
            return Choices({str(seat): labels.label(seat) for seat in range(len(view.seats))})


def _answer_choices(options: Iterable[Move], view: TableView) -> Choices:
    return Choices({str(move): view.answer_label(move) for move in options})


class PlayCommands(commands.Cog):
    """The commands of a running game."""

    @command("coup hand", HAND)
    async def hand(self, context: Context) -> None:
        """Shows the member's own cards and choices."""
        table, seat = await context.table_and_seat()
        await context.show(hand_panel(context.seat_view(table, seat)))

    @command("coup act", HAND)
    @app_commands.autocomplete(
        action=_field("action"), target=_field("target"), recipient=_field("recipient"), role=_field("role")
    )
    async def act(
        self,
        context: Context,
        action: str | None = None,
        target: str | None = None,
        recipient: str | None = None,
        role: str | None = None,
    ) -> None:
        """Takes the action of the turn; a panel asks for arguments that are missing."""
        table = await context.own_table()
        asked = asked_question(table.state, context.user_id)
        if asked.ask.prompt not in _TURNS:
            raise Refusal("answer-first")
        view = context.seat_view(table, asked.seat)
        given: dict[Field, str | None] = {
            "action": action, "target": target, "recipient": recipient, "role": role,
        }  # fmt: skip
        moves, chosen = list(asked.options), None
        for field, text in given.items():
            if text is not None:
                meant = _choices(field, view.table).matches(text)
                moves = [move for move in moves if field_value(move, field) in meant]
                if not moves:
                    raise _no_move(text, meant, field, view, asked, chosen)
                chosen = moves[0].action
                if len({field_value(move, field) for move in moves}) > 1:
                    raise Refusal("ambiguous", given=text)
        if len(moves) == 1:
            await self._decide(context, asked, view, moves[0])
        elif action is None:
            await context.show(hand_panel(view))
        else:
            step = PartialMove.of(asked.options, (field_value(moves[0], "action"),))
            while (field := step.field) is not None and given[field] is not None:
                step = step.then(field_value(moves[0], field))
            await context.show(pick_panel(view, step))

    @command("coup answer", HAND, sure="parameter-sure-answer")
    @app_commands.autocomplete(answer=_answers)
    async def answer(self, context: Context, answer: str | None = None, sure: bool = False) -> None:
        """Answers the member's question, or takes more time for it; without an answer, a panel offers all.

        Without `sure`, a panel asks for confirmation where `needs_confirmation` says so.
        """
        table, texts = await context.own_table(), context.texts
        if answer is None:
            asked = asked_question(table.state, context.user_id)
            await context.show(hand_panel(context.seat_view(table, asked.seat)))
            return
        numbered = _NUMBERED.fullmatch(answer)
        question, text = (int(numbered[1]), numbered[2]) if numbered else (None, answer)
        typed = text.strip().casefold()
        if typed in (_MORE_TIME, texts("button-more-time").casefold()):
            await context.tables.run(table, game.more_time, context.user_id, question)
            await context.reply(texts("done-more-time"))
            return
        try:
            asked = asked_question(table.state, context.user_id, question)
            view = context.seat_view(table, asked.seat)
            move = _read_answer(text, asked.options, view.table)
        except Refusal as refusal:
            raise explained(
                refusal,
                table,
                context.user_id,
                context.locale,
                lambda move, label: typed in (str(move), label.casefold()),
            ) from refusal
        if asked.needs_confirmation(move) and not sure:
            await context.show(confirm_panel(view, move))
        else:
            await self._decide(context, asked, view, move)

    @command("coup resign")
    async def resign(self, context: Context, sure: bool = False) -> None:
        """Resigns from the game; without `sure` a panel asks for confirmation first."""
        table, seat = await context.table_and_seat()
        if not running_game(table.state).is_playing(seat):  # nobody confirms a resignation that would be refused
            raise Refusal("eliminated")
        if sure:
            await context.tables.run(table, game.resign, context.user_id)
            await context.reply(context.texts("done-resigned"))
        else:
            await context.show(resign_panel(context.view(table)))

    async def _decide(self, context: Context, asked: AskedQuestion, view: SeatView, move: Move) -> None:
        table, note = await context.table(), view.table.choice_note(move)
        # The response is a panel, in which a question must not be shown twice.
        with context.dispatcher.panels.answering(table.id, context.user_id):
            await context.tables.run(table, game.decide, context.user_id, move, asked.game.question)
            await context.show(hand_panel(context.seat_view(table, asked.seat), note))


def _read_answer(text: str, options: Iterable[Move], view: TableView) -> Move:
    """Returns the option that a text names by its key, its label or its verb. Raises Refusal."""
    found = _answer_choices(options, view).matches(text)
    moves = [move for move in options if str(move) in found or (not found and move.do == text.strip().casefold())]
    if len(moves) > 1:
        raise Refusal("ambiguous", given=text)
    if not moves:
        raise Refusal("act-first" if view.game.prompt == "act" else "not-understood", given=text)
    return moves[0]


def _no_move(
    text: str, meant: Iterable[str], field: Field, view: SeatView, asked: AskedQuestion, action: str | None
) -> Refusal:
    """Returns the refusal of a value that no legal move has; it names the rule, if one is known.

    `action` is what was chosen before it, if anything.
    """
    values = list(meant)
    if len(values) != 1:
        return Refusal("not-understood", given=text)
    label = _choices(field, view.table).labels[values[0]]
    target = int(values[0]) if field == "target" else None
    wanted = Move("act", values[0] if field == "action" else action, target, interned=False)
    return refusal_of_move(view, asked.game, wanted, label) or Refusal("not-understood", given=label)
