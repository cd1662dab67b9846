"""Members who play: they read the table message as people do, and click or type one of its answers."""

import asyncio
import random
import re
from collections.abc import Sequence
from typing import Any

from sandbox.driver import DrivenMember, DriverError, Message, Reply

_WAITING = re.compile(r"Still to answer: (.*?)\.(?: Closes|$)", re.DOTALL | re.MULTILINE)
_ASKED = re.compile(r"(?:<@|\*\*)(.+?)(?:>|\*\*)")
"""Finds the player whom the question names first: the one who is asked, or in a window the one who claims."""
_ASKING = ("act", "answer", "choose")
_STEPS = ("act", "pick", "answer", "allow", "sure", "keep", "gift")
"""The operations of the controls that answer a question, or are a step of an answer."""
_NO_ANSWERS = ("My hand", "What can I do?", "More time", "Log", "Rules", "I am back")
_ATTACKS = ("Coup", "Assassin", "Captain", "Tax", "Duke")


class HumanPlayer:
    """A member at the table; `chance` picks among answers."""

    def __init__(self, member: DrivenMember, chance: random.Random) -> None:
        self.member = member
        self.chance = chance
        self.seconds: list[float] = []
        """How long the bot took to acknowledge each click and command."""
        self._answered = ""

    @property
    def clicks(self) -> int:
        """How many clicks and commands were made."""
        return len(self.seconds)

    @property
    def table_message(self) -> Message | None:
        """The newest table message of the channel; pings do not count."""
        return next((message for message in reversed(self.member.messages()) if message.layout), None)

    @property
    def over(self) -> bool:
        """Whether the newest table message shows the end of a game."""
        return self.table_message is not None and "Rematch" in self.table_message.enabled

    def owes(self) -> bool:
        """Whether the table message waits for this player."""
        if self.table_message is None or self._question(self.table_message) in ("", self._answered):
            return False
        waiting = _WAITING.search(self.table_message.text)
        named = _ASKED.search(self.table_message.text)
        is_named = named is not None and named[1] in (str(self.member.id), self.member.name)
        if waiting is None:
            return is_named
        if waiting[1] == "all":
            is_out = re.search(rf"\*\*{self.member.name}\*\*(?: ·)? out", self.table_message.text)
            return not is_named and not is_out
        return self.member.name in re.findall(r"\*\*(.+?)\*\*", waiting[1])

    def may_go_on(self) -> bool:
        """Whether this player is asked, or the game is over."""
        return self.over or self.owes()

    async def click(self) -> None:
        """Answers one question by buttons and selects only."""
        message = self.table_message
        assert message is not None
        question = self._question(message)
        if message.selects:
            reply = await self._select(message)
        elif "Choose" in message.enabled:
            reply = await self._click(message, "Choose")
        else:
            answers = [
                label for label in message.enabled if not label.startswith(_NO_ANSWERS) and self._may_give(label)
            ]
            reply = await self._click(message, self.pick(answers))
        reply = await self._through(reply)
        if not reply.text.startswith("Only "):
            self._answered = question

    def _may_give(self, label: str) -> bool:
        """Whether this player may give an answer; its label names the players who alone may, if not all may."""
        _, only, names = label.partition(" · ")
        return not only or self.member.name in names or " + " in names

    def pick(self, answers: Sequence[str]) -> str:
        """Picks one of the answers that buttons offer."""
        return self.chance.choice(answers)

    def pick_option(self, options: Sequence[str]) -> str:
        """Picks one of the options of a select."""
        return next((option for wanted in _ATTACKS for option in options if wanted in option), options[0])

    def _question(self, message: Message) -> str:
        """The game and question that a message asks, by its controls; empty if it asks nothing."""
        ids = [part["custom_id"].split(":") for part in message.parts if "custom_id" in part]
        return next((f"{game}:{question}" for _, _, op, game, question, *_ in ids if op in _ASKING), "")

    async def _through(self, reply: Reply) -> Reply:
        """Goes through panels until the question is answered. Returns the last response."""
        while reply.message is not None and reply.message.ephemeral:
            message = reply.message
            answers = [label for label, part in message.buttons.items() if _is_step(part)]
            if any(_is_step(part) for part in message.selects):
                reply = await self._select(message)
            elif answers:
                reply = await self._click(message, self.pick(answers))
            else:
                break
        return reply

    async def _select(self, message: Message) -> Reply:
        select = message.selects[0]
        labels = [option["label"] for option in select["options"]]
        count = select.get("max_values", 1)
        chosen = labels[:count] if count > 1 else [self.pick_option(labels)]
        custom_id = select["custom_id"]
        return self._timed(await self.member.select(None, *chosen, message=message, custom_id=custom_id))

    async def _click(self, message: Message, label: str) -> Reply:
        return self._timed(await self.member.click(label, message=message))

    def _timed(self, reply: Reply) -> Reply:
        self.seconds.append(reply.seconds)
        return reply


def _is_step(control: dict[str, Any]) -> bool:
    """Whether a control answers a question, or is a step of an answer."""
    return control["custom_id"].split(":")[2] in _STEPS


async def play(players: Sequence[HumanPlayer], *, until: int = 100_000) -> None:
    """Lets everybody play until the game is over, or a number of clicks was made."""
    while not players[0].over and sum(player.clicks for player in players) < until:
        acted = False
        for player in players:
            if player.owes():
                acted = True
                try:
                    await player.click()
                except DriverError as error:
                    # The message has been edited or deleted, but this member's socket has not reported that yet.
                    if not any(reason in str(error) for reason in ("no longer offered", "was deleted")):
                        raise
        if not acted:
            await until_one_is_asked(players)


async def until_one_is_asked(players: Sequence[HumanPlayer]) -> None:
    """Waits until the message asks one of the players, or the game is over."""
    # Each member has a separate socket, and may see the new message sooner or later than the others.
    waits = [asyncio.create_task(player.member.until(player.may_go_on)) for player in players]
    done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    await asyncio.gather(*waits, return_exceptions=True)
    for wait in done:
        wait.result()
