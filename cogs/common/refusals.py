"""Refusals that the cogs raise themselves, because of what a member typed or pressed and where.

Those of a table are in `bot.tables.refusals`; the sentences of all are made in `cogs.common.refusal_texts`.
"""

from dataclasses import dataclass

from bot.tables.refusals.refusal import Refusal


@dataclass(eq=False)
class NotUnderstood(Refusal):
    """What was typed is not among the choices."""

    word = "error-not-understood"
    given: str


@dataclass(eq=False)
class Ambiguous(Refusal):
    """What was typed may mean several of the choices."""

    word = "error-ambiguous"
    given: str


@dataclass(eq=False)
class BadOption(Refusal):
    """The ruleset of that id has no such option."""

    word = "error-bad-option"
    given: str
    ruleset: str


@dataclass(eq=False)
class NoRole(Refusal):
    """There is no such role."""

    word = "error-no-role"
    given: str


@dataclass(eq=False)
class NoTopic(Refusal):
    """There is no such topic of the rules."""

    word = "error-no-topic"
    given: str


@dataclass(eq=False)
class NotATarget(Refusal):
    """A rule protects the player named; `reason` says which, in words."""

    word = "error-not-a-target"
    reason: str


# Where, and who


class BadChannel(Refusal):
    """No game can be played in this kind of channel."""

    word = "error-bad-channel"


@dataclass(eq=False)
class MissingPermissions(Refusal):
    """The bot lacks these permissions in the channel; they are named as discord.py does."""

    word = "error-permissions"
    names: tuple[str, ...]


class NotModerator(Refusal):
    """Only a moderator may do that."""

    word = "error-not-moderator"


# Pools of roles


@dataclass(eq=False)
class NoPool(Refusal):
    """The server has no pool of that name."""

    word = "error-no-pool"
    given: str


class PoolExists(Refusal):
    """There is a pool of that name already."""

    word = "error-pool-exists"


class PoolNameKept(Refusal):
    """The name stands for a choice that every table has."""

    word = "error-pool-name-kept"


class BadPoolName(Refusal):
    """The name is empty, too long, or holds other characters than allowed."""

    word = "error-bad-pool-name"


class PoolElsewhere(Refusal):
    """The ruleset is played without a pool."""

    word = "error-pool-elsewhere"


@dataclass(eq=False)
class PoolIncomplete(Refusal):
    """A pool of these roles lacks some; `free`: of any category."""

    word = "error-pool-incomplete"
    roles: tuple[str, ...]
    free: bool
