"""Handles each request: injects a fault, checks token, rate limit and body, calls the handler, responds."""

import asyncio
import json
import re
from collections import Counter
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, Literal

from aiohttp import BodyPartReader, web
from aiohttp.typedefs import Handler
from pydantic import BaseModel, ConfigDict

from sandbox.discord.checks.errors import ApiError
from sandbox.discord.files import Upload
from sandbox.discord.rest import accounts, channels, messages
from sandbox.discord.rest.rate_limit import Limited, RateLimits
from sandbox.discord.rest.routes import Call, Route
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json, dumps

PREFIX = "/api/v10"
MAX_FILE_BYTES = 10 * 1024 * 1024
FILE_PART = re.compile(r"files?\[?(\d{1,2})\]?")
"""The name of a file's part of a form."""
MAJOR_PARAMETERS = ("channel_id", "guild_id", "webhook_token")
"""Parameters of paths by which Discord splits the buckets of its rate limits."""


class Api:
    """The HTTP API: handles every request under `PREFIX`."""

    def __init__(self, discord: Discord, limits: RateLimits) -> None:
        self.discord = discord
        self.limits = limits
        self.faults = FaultList()
        self.requests: Counter[str] = Counter()
        """The number of requests by route and status, such as `"GET /users/@me 200"`."""

    def application(self) -> web.Application:
        """The routes, to be added under `PREFIX`."""
        application = web.Application(middlewares=[self._serve])
        for part in (accounts, channels, messages):
            for route in part.routes:
                application.router.add_route(route.method, route.template, partial(self._respond, route))
        return application

    @web.middleware
    async def _serve(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handles one request, or makes it fail."""
        path = request.path.removeprefix(PREFIX)
        resource = request.match_info.route.resource
        template = path if resource is None else resource.canonical.removeprefix(PREFIX)
        fault = self.faults.take(request.method, path)
        if fault and fault.delay:
            await asyncio.sleep(fault.delay)
        if fault and fault.drop == "before":
            response = _cut(request)
        elif fault and fault.status:
            await request.read()
            response = _json(fault.status, fault.body(), {"Via": "1.1 sandbox"})
        else:
            try:
                response = await handler(request)
            except ConnectionResetError:  # the bot was killed while it sent the request
                response = _cut(request)
            except web.HTTPClientError as error:  # there is no such route
                response = _json(error.status, {"message": error.text, "code": 0}, {})
        if fault and fault.late:
            await asyncio.sleep(fault.late)
        if fault and fault.drop == "after":
            response = _cut(request)
        self.requests[f"{request.method} {template} {response.status}"] += 1
        return response

    async def _respond(self, route: Route, request: web.Request) -> web.StreamResponse:
        headers: dict[str, str] = {}
        params = dict(request.match_info)
        try:
            token = request.headers.get("Authorization", "")
            if not route.open and not (token.startswith("Bot ") and self.discord.gateway.accepts(token[4:])):
                return _json(401, {"message": "401: Unauthorized", "code": 0}, {})
            major = next((params[name] for name in MAJOR_PARAMETERS if name in params), "")
            headers = self.limits.count(route.name, major, self.discord.world.now(), exempt=route.open)
            call = Call(params, dict(request.query), host=request.host)
            if request.body_exists:
                call.body, call.files = await _body(request)
            result = route.handler(self.discord, call)
        except Limited as limited:
            return _json(429, limited.body, limited.headers)
        except ApiError as refusal:
            return _json(refusal.status, refusal.body(), headers)
        if result is None:
            return web.Response(status=204, headers=headers)
        return _json(route.status, result, headers)


async def _body(request: web.Request) -> tuple[Any, list[Upload]]:
    """A request's JSON and its files. Raises `ApiError` 50109 if the JSON is not valid."""
    if request.content_type == "multipart/form-data":
        return await _multipart(request)
    data = await request.read()
    if not data:
        return None, []
    try:
        return json.loads(data), []
    except ValueError:
        raise ApiError(50109) from None


async def _multipart(request: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = {}
    files: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(50109)
        data = bytes(await part.read())
        if part.name == "payload_json":
            try:
                body = json.loads(data)
            except ValueError:
                raise ApiError(50109) from None
        elif len(data) > MAX_FILE_BYTES:
            raise ApiError(40005)
        else:
            name = part.filename or "file"
            number = FILE_PART.fullmatch(part.name or "")
            files.append(Upload(int(number[1]) if number else len(files), name, _content_type(name), data))
    return body, files


def _content_type(name: str) -> str:
    ending = name.rsplit(".", 1)[-1].lower()
    kinds = {"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
    return kinds.get(
        ending, "text/plain; charset=utf-8" if ending in ("txt", "md", "log") else "application/octet-stream"
    )


def _json(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    # Clients parse a response as JSON only if its content type is exactly this.
    data = dumps(body).encode()
    return web.Response(status=status, body=data, headers={**headers, "Content-Type": "application/json"})


def _cut(request: web.Request) -> web.Response:
    """Cuts the connection without a response."""
    if request.transport:
        request.transport.abort()
    return web.Response(status=499)


class RequestFault(BaseModel):
    """A fault of the next `times` requests that match `route`, such as `POST /channels/*/messages`.

    With `status`, the request gets this status and has no effect (`code` and `message` fill the body).
    With `drop`, the connection is cut `"before"` or `"after"` the request takes effect.
    `delay` is the seconds before it takes effect, `late` the seconds between its effect and its response.
    """

    model_config = ConfigDict(extra="forbid")

    route: str
    status: int = 0
    code: int = 0
    message: str = ""
    drop: Literal["", "before", "after"] = ""
    delay: float = 0.0
    late: float = 0.0
    times: int = 1
    retry_after: float = 1.0

    def body(self) -> Json:
        """The JSON of the response with `status`; a 429 asks to wait for `retry_after` seconds."""
        if self.status == 429 and not self.code:
            return {"message": "You are being rate limited.", "retry_after": self.retry_after, "global": False}
        return {"code": self.code, "message": self.message or f"{self.status}: made to fail"}


class FaultList(list[RequestFault]):
    """The faults that have not happened yet."""

    def take(self, method: str, path: str) -> RequestFault | None:
        """The fault of this request, counted as having happened; None if there is none."""
        for fault in self:
            if fnmatchcase(f"{method} {path}", fault.route):
                fault.times -= 1
                if fault.times <= 0:
                    self.remove(fault)
                return fault
        return None
