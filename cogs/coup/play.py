"""Commands of a running game: hand, act, answer, resign."""

import re
from collections.abc import Callable
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.render.answers import Field, Narrowing, value_of
from bot.render.cards.offers import ordered
from bot.render.panels.hand import hand_panel, withheld
from bot.render.panels.steps import confirm_panel, pick_panel, resign_panel
from bot.render.scene import PrivateScene, Scene
from bot.render.texts.phrases import Phrases
from bot.tables.games.questions import PendingQuestion, pending_question, running_game
from bot.tables.refusals.games import NotYourTurn
from bot.tables.refusals.refusal import Refusal
from cogs.common.answering import reply, reply_with_panel
from cogs.common.autocomplete import Completion, Labelled, completion, matching
from cogs.common.command_texts import described
from cogs.common.errors import NotATarget, NotUnderstood
from cogs.common.interaction import Interaction, seat_here, table_here, tables_of, words_for
from engine import ROLES, Move
from engine.catalogue import ACTION_IDS

_TURNS: Final = ("act", "avenge")
_NUMBER: Final = re.compile("[0-9]{1,9}")


def _field(field: Field) -> Completion:
    """Returns the autocomplete of one field of `/coup act`; its choices agree with the fields filled in so far."""

    async def values(interaction: Interaction, typed: str) -> Labelled:
        table = await table_here(interaction)
        now = pending_question(table, interaction.user.id)
        if now.ask.prompt not in _TURNS:
            return []
        scene = Scene.of(table, interaction.locale.value)
        labels = scene.labels
        moves = [move for move in now.options if _agrees(interaction, move, field, labels)]
        found = {value: _choice(move, field, scene) for move in moves if (value := value_of(move, field))}
        return matching(found.items(), typed)

    return completion(values)


@completion
async def _answers(interaction: Interaction, typed: str) -> Labelled:
    """Autocompletes `/coup answer`; each value names its question, so that a late one is refused."""
    table = await table_here(interaction)
    now = pending_question(table, interaction.user.id)
    if now.ask.prompt == "act":
        return []
    scene = Scene.of(table, interaction.locale.value)
    labelled = [(f"{now.game.question} {move}", scene.answer(move)) for move in ordered(now.options)]
    return matching(labelled, typed)


def _agrees(interaction: Interaction, move: Move, asked_for: Field, labels: Phrases) -> bool:
    """Returns whether a move agrees with the fields of the command that are filled in, `asked_for` apart."""
    fields: tuple[Field, ...] = ("action", "target", "recipient", "role")
    return all(
        field == asked_for
        or not (text := getattr(interaction.namespace, field))
        or _means(text, move, field, labels)
        for field in fields
    )


def _means(text: str, move: Move, field: Field, labels: Phrases) -> bool:
    """Returns whether a text, as id or label, names the value of a move's field."""
    value = value_of(move, field)
    return bool(value) and text.strip().casefold() in (value, _label(move, field, labels).casefold())


def _label(move: Move, field: Field, labels: Phrases) -> str:
    named: dict[Field, Callable[[], str]] = {
        "action": lambda: labels.action(move.action or ""),
        "target": lambda: labels.label(move.target or 0),
        "recipient": lambda: labels.label(move.recipient or 0),
        "role": lambda: labels.role(move.role or ""),
    }
    return named[field]()


def _choice(move: Move, field: Field, scene: Scene) -> str:
    """A value as its autocomplete shows it: a target with what everybody sees before it."""
    if field == "target" and move.target is not None:
        return scene.standing(move.target)
    return _label(move, field, scene.labels)


class PlayCommands(commands.Cog):
    """The commands of a running game."""

    @app_commands.command(name="hand", description=described("command-coup-hand"))
    async def hand(self, interaction: Interaction) -> None:
        """Shows the member's own cards and choices."""
        table, seat = await seat_here(interaction)
        view = hand_panel(PrivateScene.of(table, seat, interaction.locale.value))
        await reply_with_panel(interaction, view)

    @app_commands.command(name="act", description=described("command-coup-act"))
    @app_commands.describe(
        action=described("parameter-action"),
        target=described("parameter-target"),
        recipient=described("parameter-recipient"),
        role=described("parameter-role"),
    )
    @app_commands.autocomplete(
        action=_field("action"), target=_field("target"), recipient=_field("recipient"), role=_field("role")
    )
    async def act(
        self,
        interaction: Interaction,
        action: str | None = None,
        target: str | None = None,
        recipient: str | None = None,
        role: str | None = None,
    ) -> None:
        """Takes the turn's action; what is not said is asked for in a panel."""
        table = await table_here(interaction)
        now = pending_question(table, interaction.user.id)
        if now.ask.prompt not in _TURNS:
            raise NotYourTurn
        scene = PrivateScene.of(table, now.seat, interaction.locale.value)
        given: dict[Field, str | None] = {
            "action": action, "target": target, "recipient": recipient, "role": role,
        }  # fmt: skip
        moves = list(now.options)
        for field, text in given.items():
            if text is not None:
                moves = [move for move in moves if _means(text, move, field, scene.labels)]
                if not moves:
                    raise _no_move(text, field, scene)
        if len(moves) == 1:
            await self._decide(interaction, now, scene, moves[0])
        elif action is None:
            await reply_with_panel(interaction, hand_panel(scene))
        else:
            step = Narrowing.of(now.options, (value_of(moves[0], "action"),))
            while (field := step.field) is not None and given[field] is not None:
                step = step.then(value_of(moves[0], field))
            await reply_with_panel(interaction, pick_panel(scene, step))

    @app_commands.command(name="answer", description=described("command-coup-answer"))
    @app_commands.describe(answer=described("parameter-answer"), sure=described("parameter-sure-answer"))
    @app_commands.autocomplete(answer=_answers)
    async def answer(self, interaction: Interaction, answer: str | None = None, sure: bool = False) -> None:
        """Answers the question the member is asked, public or private; without an answer a panel offers them.

        Without `sure` a panel asks for confirmation where the last card may be lost.
        """
        table = await table_here(interaction)
        if answer is None:
            now = pending_question(table, interaction.user.id)
            view = hand_panel(PrivateScene.of(table, now.seat, interaction.locale.value))
            await reply_with_panel(interaction, view)
            return
        question, _, text = answer.partition(" ")
        number = int(question) if _NUMBER.fullmatch(question) else None
        now = pending_question(table, interaction.user.id, number)
        scene = PrivateScene.of(table, now.seat, interaction.locale.value)
        typed = (text if number is not None else answer).strip().casefold()
        found = [
            move for move in now.options if typed in (str(move), scene.public.answer(move).casefold(), move.do)
        ]
        if len(found) != 1:
            raise NotUnderstood(answer)
        if found[0] in scene.fatal and not sure:
            await reply_with_panel(interaction, confirm_panel(scene, found[0]))
        else:
            await self._decide(interaction, now, scene, found[0])

    @app_commands.command(name="resign", description=described("command-coup-resign"))
    @app_commands.describe(sure=described("parameter-sure"))
    async def resign(self, interaction: Interaction, sure: bool = False) -> None:
        """Resigns from the game; without `sure` a panel asks for confirmation first."""
        table, _ = await seat_here(interaction)
        running_game(table)  # so that nothing is asked that would be refused
        if sure:
            await tables_of(interaction).play.resign(table, interaction.user.id)
            await reply(interaction, words_for(interaction)("done-resigned"))
        else:
            view = resign_panel(table, words_for(interaction))
            await reply_with_panel(interaction, view)

    async def _decide(
        self, interaction: Interaction, now: PendingQuestion, scene: PrivateScene, move: Move
    ) -> None:
        table = await table_here(interaction)
        note = scene.public.chosen(move)
        await tables_of(interaction).play.decide(table, interaction.user.id, move, now.game.question)
        view = hand_panel(PrivateScene.of(table, now.seat, interaction.locale.value), note)
        await reply_with_panel(interaction, view)


def _no_move(text: str, field: Field, scene: PrivateScene) -> Refusal:
    """The refusal of what no legal move has in a field; of a target, the rule that protects it."""
    if field == "target":
        for other, reason in withheld(scene).items():
            if text.strip().casefold() in (str(other), scene.labels.label(other).casefold()):
                return NotATarget(reason)
    return NotUnderstood(_in_words(text.strip(), field, scene))


def _in_words(text: str, field: Field, scene: PrivateScene) -> str:
    """What was typed, or, where an autocomplete had filled in a value, what that stands for."""
    labels = scene.labels
    if field == "action" and text in ACTION_IDS:
        return labels.action(text)
    if field == "role" and text in ROLES:
        return labels.role(text)
    seats = range(len(scene.table.seats))
    return next((labels.label(seat) for seat in seats if text == str(seat)), text)
