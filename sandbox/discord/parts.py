"""The parts of Discord's side in one value, for the HTTP API, the pages and the controls."""

from dataclasses import dataclass

from sandbox.discord.gateway.gateway import Gateway
from sandbox.discord.interactions.commands import Commands
from sandbox.discord.interactions.dispatcher import InteractionDispatcher
from sandbox.discord.world import World


@dataclass(frozen=True, slots=True)
class Discord:
    """The state, and what acts on it: the gateway, interactions and registered commands."""

    world: World
    gateway: Gateway
    interactions: InteractionDispatcher
    commands: Commands
