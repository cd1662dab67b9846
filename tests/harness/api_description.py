"""Discord's description of its API, where it is present: what the bodies of requests and responses may be."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest

PATH: Final = Path(
    os.environ.get("DISCORD_OPENAPI") or Path(__file__).parents[3] / "shared" / "discord-api" / "openapi.json"
)
needs_description = pytest.mark.skipif(
    not PATH.is_file(), reason="Discord's API description is missing: set DISCORD_OPENAPI"
)


def request_body(method: str, template: str) -> jsonschema_rs.Draft202012Validator:
    """The schema of a request's body."""
    return _validator(_description()["paths"][template][method]["requestBody"])


def response_body(method: str, template: str, status: str = "200") -> jsonschema_rs.Draft202012Validator:
    """The schema of a response's body."""
    return _validator(_description()["paths"][template][method]["responses"][status])


def _validator(described: Any) -> jsonschema_rs.Draft202012Validator:
    schema = described["content"]["application/json"]["schema"]
    return jsonschema_rs.Draft202012Validator(schema | {"components": _description()["components"]})


@cache
def _description() -> Any:
    found = json.loads(PATH.read_text("utf-8"))
    # Discord also takes ids that are numbers, as clients send them.
    found["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    return found
