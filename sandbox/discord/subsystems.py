"""The subsystems of Discord's side as one value, which the HTTP API, the pages and the controls use."""

from dataclasses import dataclass

from sandbox.discord.gateway.gateway import Gateway
from sandbox.discord.interactions.commands import Commands
from sandbox.discord.interactions.dispatcher import InteractionDispatcher
from sandbox.discord.world import World


@dataclass(frozen=True, slots=True)
class Discord:
    """The state (`world`), and the gateway, interactions and registered commands that act on it."""

    world: World
    gateway: Gateway
    interactions: InteractionDispatcher
    commands: Commands
