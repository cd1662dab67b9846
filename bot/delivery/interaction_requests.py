"""Requests about interactions: responses, followups, and edits and deletions of private panels.

discord.py would ask for the message that each response made, and make objects of all its components. The bot only
needs the id of a lobby's message. And these requests need few of the hooks of `Reachability.trace`.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import cached_property
from math import inf
from typing import Any, Final, NamedTuple

import aiohttp
import discord
import orjson
from discord import InteractionResponseType, MessageFlags
from discord.http import MultipartParameters, Route, handle_message_parameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from yarl import URL

from bot.delivery.requests import check_owned
from bot.ops.logs import seconds_since_begin
from bot.ops.metrics import Metrics
from bot.render.controls import Layout
from bot.runtime.network_errors import NETWORK_ERRORS

LONGEST_WAITS: Final = aiohttp.ClientTimeout(sock_connect=5.0, sock_read=15.0)
"""The longest waits, in seconds, for a connection to Discord and for each part of an answer."""
_PAUSES: Final = (1.0, 3.0)
"""The pauses, in seconds, before a request is sent again that Discord failed to handle."""
REPEAT_SECONDS: Final = 15.0
"""The time after its first try in which a request is sent again; if Discord asks to wait for longer, it fails."""
REPEAT_RESPONSE_SECONDS: Final = 2.0
"""The same for a response to an interaction, which Discord accepts within 3 seconds after it has sent that."""

_EPHEMERAL: Final = MessageFlags(ephemeral=True).value
_NEW_MESSAGE: Final = InteractionResponseType.channel_message.value


class Address(NamedTuple):
    """The method and the address of a request, like discord.py's `Route`, whose address is parsed each time."""

    method: str
    url: URL


class InteractionRequests(AsyncWebhookAdapter):
    """The object through which discord.py sends requests about interactions, where `use` was called.

    `answered` is called with the status of each answer, `failed` with the error of a request without one, and
    `responding` with the id of an interaction just before its response is sent.
    """

    def __init__(
        self,
        client: discord.Client,
        metrics: Metrics,
        answered: Callable[[int], None],
        failed: Callable[[BaseException], None],
        responding: Callable[[int], None],
    ) -> None:
        super().__init__()
        self._client = client
        self._metrics = metrics
        self._answered = answered
        self._failed = failed
        self._responding = responding

    def use(self) -> None:
        """Makes discord.py send through this object in the current context, and in the tasks made in it."""
        async_context.set(self)

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **_: Any
    ) -> Any:
        """Sends a response to an interaction.

        Returns Discord's description of a new message that everybody sees; of other responses only the id.
        """
        self._responding(interaction_id)
        returned = await self.request(
            self._address("POST", f"interactions/{interaction_id}/{token}/callback"),
            payload=params.payload,
            multipart=params.multipart,
            files=params.files,
            params={"with_response": "1"} if _is_public(params.payload) else None,
            seconds=REPEAT_RESPONSE_SECONDS,
        )
        if (seconds := seconds_since_begin()) is not None:
            self._metrics.acknowledged.observe(seconds)
        return returned or {"interaction": {"id": interaction_id}}

    async def edit_response(self, token: str, view: Layout, attachments: Sequence[discord.File]) -> None:
        """Edits the message that was the response to an interaction. Raises what `request` raises."""
        with handle_message_parameters(view=view, attachments=attachments) as params:
            await self.request(
                self._response("PATCH", token),
                payload=params.payload,
                multipart=params.multipart,
                files=params.files,
            )

    async def delete_response(self, token: str) -> None:
        """Deletes the message that was the response to an interaction. Raises what `request` raises."""
        await self.request(self._response("DELETE", token))

    async def request(
        self,
        route: Route | Address,
        session: object = None,
        *,
        payload: dict[str, Any] | None = None,
        multipart: Sequence[dict[str, Any]] | None = None,
        files: Sequence[discord.File] | None = None,
        params: dict[str, Any] | None = None,
        seconds: float = REPEAT_SECONDS,
        **_: Any,
    ) -> Any:
        """Sends a request, again within `seconds` if Discord says so; returns what Discord answers.

        Raises discord.HTTPException, one of NETWORK_ERRORS, or NotOwnedHere.
        """
        pauses, now = iter(_PAUSES), asyncio.get_running_loop().time
        end = now() + seconds
        while True:
            check_owned()
            body = _body(payload, multipart, files)
            try:
                response = await self._session.request(route.method, route.url, params=params, data=body)
                text = await response.read()  # this gives the connection back
            except NETWORK_ERRORS as error:
                self._failed(error)
                raise
            self._answered(response.status)
            if response.status < 300:
                return orjson.loads(text) if text else None
            answer, pause = _decoded(text), next(pauses, None)
            wait = inf if pause is None else _wait(response.status, answer, pause)
            if now() + wait > end:
                raise _error(response, answer)
            await asyncio.sleep(wait)  # as long as Discord asks for, or the pause after a failure

    def _response(self, method: str, token: str) -> Address:
        return self._address(method, f"webhooks/{self._client.application_id}/{token}/messages/@original")

    def _address(self, method: str, path: str) -> Address:
        return Address(method, self._api.with_path(f"{self._api.raw_path}/{path}"))

    @cached_property
    def _api(self) -> URL:
        return URL(Route.BASE)

    @cached_property
    def _session(self) -> aiohttp.ClientSession:
        """A session that shares the connections of discord.py's, which closes them."""
        return aiohttp.ClientSession(
            connector=self._client.http.connector,
            connector_owner=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"User-Agent": self._client.http.user_agent},
            timeout=LONGEST_WAITS,
        )


def _is_public(payload: dict[str, Any] | None) -> bool:
    """Whether a response is a new message that everybody sees; with files, which have no payload, it never is."""
    if payload is None or payload["type"] != _NEW_MESSAGE:
        return False
    return not payload["data"].get("flags", 0) & _EPHEMERAL


def _body(
    payload: dict[str, Any] | None,
    multipart: Sequence[dict[str, Any]] | None,
    files: Sequence[discord.File] | None,
) -> aiohttp.BytesPayload | aiohttp.FormData | None:
    """Returns the body of a request, for one try: JSON or, with files, a form."""
    if payload is not None:
        return aiohttp.BytesPayload(orjson.dumps(payload), content_type="application/json")
    if not multipart:
        return None
    form = aiohttp.FormData(quote_fields=False)
    for file in files or ():
        file.reset()
    for field in multipart:
        form.add_field(**field)
    return form


def _decoded(text: bytes) -> dict[str, Any] | str:
    """Returns what JSON describes; any other answer as text, because a proxy may call its own pages JSON."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text.decode(errors="replace")


def _wait(status: int, answer: dict[str, Any] | str, pause: float) -> float:
    """Returns the seconds until a request may be sent again: `pause` if Discord failed, infinity if never."""
    if status == 429 and isinstance(answer, dict):
        return answer.get("retry_after", inf)
    return pause if status >= 500 else inf


def _error(response: aiohttp.ClientResponse, answer: dict[str, Any] | str) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = (
        discord.DiscordServerError if response.status >= 500 else kinds.get(response.status, discord.HTTPException)
    )
    return kind(response, answer)
