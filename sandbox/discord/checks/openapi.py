"""Validates request bodies against Discord's OpenAPI description, if that file is available."""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from sandbox.discord.checks.form import Form
from sandbox.json_helpers import Json, is_object

DEFAULT_PATH = Path(__file__).resolve().parents[3] / ".." / "shared" / "discord-api" / "openapi.json"
PREFIX = "#/components/schemas/"

# Fields that Discord accepts although its description does not list them.
EXTRA_MESSAGE = {"tts": {"type": ["boolean", "null"]}}
EXTRA_COMMAND = {
    "nsfw": {"type": ["boolean", "null"]},
    "default_permission": {"type": ["boolean", "null"]},
    "default_member_permissions": {"type": ["integer", "string", "null"]},
}
OPEN = ("MessageAttachmentRequest", "ComponentEmojiForRequest")
"""Objects that clients send back as they received them, with more fields than the description lists."""

CODES = {
    "required": ("BASE_TYPE_REQUIRED", "This field is required"),
    "type": ("BASE_TYPE_INVALID", "The value has the wrong type"),
    "enum": ("BASE_TYPE_CHOICES", "The value is not one of the choices"),
    "const": ("BASE_TYPE_CHOICES", "The value is not one of the choices"),
    "additionalProperties": ("UNKNOWN_FIELD", "Discord knows no such field"),
    "maxLength": ("BASE_TYPE_BAD_LENGTH", "The value is too long"),
    "minLength": ("BASE_TYPE_BAD_LENGTH", "The value is too short"),
    "maxItems": ("BASE_TYPE_BAD_LENGTH", "There are too many"),
    "minItems": ("BASE_TYPE_BAD_LENGTH", "There are too few"),
    "pattern": ("NUMBER_TYPE_COERCE", "The value is not a snowflake"),
}


def find_description() -> Path | None:
    """The path of Discord's description: `DISCORD_OPENAPI`, or the default path. None if there is no file."""
    path = Path(os.environ.get("DISCORD_OPENAPI") or DEFAULT_PATH)
    return path if path.is_file() else None


@cache
def load_description(path: Path) -> "Description":
    """Reads a description; several servers share one."""
    return Description(path)


class Description:
    """Discord's API description; the validator of a route is built when it is first needed."""

    def __init__(self, path: Path) -> None:
        whole: Json = json.loads(path.read_text("utf-8"))
        self._schemas: Json = whole["components"]["schemas"]
        self._bodies: dict[tuple[str, str], Json] = {
            (method.upper(), _anonymous(template)): operation["requestBody"]["content"]["application/json"][
                "schema"
            ]
            for template, operations in whole["paths"].items()
            for method, operation in operations.items()
            if is_object(operation) and "application/json" in operation.get("requestBody", {}).get("content", {})
        }
        self._adapted: Json | None = None
        self._validators: dict[tuple[str, str], jsonschema_rs.Draft202012Validator | None] = {}

    def check(self, method: str, template: str, body: Any) -> None:
        """Raises `ApiError` 50035 for a body that the description does not allow on this route."""
        validator = self._validator(method, template)
        if validator is None or validator.is_valid(body):
            return
        form = Form({})
        for error in validator.iter_errors(body):
            code, message = CODES.get(_keyword(error), ("BASE_TYPE_INVALID", error.message[:200]))
            form.add(code, message, *error.instance_path, *_missing(error))
        form.raise_if_any()

    def _validator(self, method: str, template: str) -> jsonschema_rs.Draft202012Validator | None:
        key = (method, _anonymous(template))
        if key not in self._validators:
            body = self._bodies.get(key)
            self._validators[key] = None if body is None else self._build(body)
        return self._validators[key]

    def _build(self, body: Json) -> jsonschema_rs.Draft202012Validator:
        if self._adapted is None:
            self._adapted = {name: self._adapt(schema, name) for name, schema in self._schemas.items()}
        whole = self._adapt(body, "") | {"components": {"schemas": self._adapted}}
        return jsonschema_rs.Draft202012Validator(whole)

    def _adapt(self, schema: Any, name: str) -> Any:
        """The schema, changed so that objects allow no unknown field and errors in unions name the wrong part."""
        if not is_object(schema):
            return schema
        if name == "SnowflakeType":
            return {"type": ["string", "integer"], "pattern": schema["pattern"]}
        for union in ("oneOf", "anyOf"):
            if union in schema:
                return self._union(schema[union])
        adapted: Json = {}
        for key, value in schema.items():
            if key == "properties":
                adapted[key] = {field: self._adapt(part, "") for field, part in value.items()}
            elif key in ("items", "additionalProperties"):
                adapted[key] = self._adapt(value, "")
            elif key == "allOf":
                # An enum next to it is narrower.
                if "enum" not in schema:
                    adapted[key] = [self._adapt(part, "") for part in value]
            elif key != "format":
                adapted[key] = value
        if adapted.get("type") == "object" and "properties" in adapted:
            self._close(adapted, name)
        return adapted

    def _close(self, adapted: Json, name: str) -> None:
        properties = adapted["properties"]
        if {"content", "embeds"} <= properties.keys():
            properties |= EXTRA_MESSAGE
        if name.startswith("ApplicationCommand") and "default_member_permissions" in properties:
            properties |= EXTRA_COMMAND
        if name == "RichEmbed":
            properties["flags"] = {"type": ["integer", "null"]}
        if name not in OPEN:
            adapted.setdefault("additionalProperties", False)

    def _union(self, parts: list[Json]) -> Json:
        """A union rewritten so that an error names the alternative that was meant."""
        nullable = [part for part in parts if part.get("type") == "null"]
        others = [part for part in parts if part.get("type") != "null"]
        if all("const" in part for part in others):
            rest: Json = {"enum": [part["const"] for part in others]}
        elif len(others) == 1:
            rest = self._adapt(others[0], "")
        else:
            rest = self._discriminated(others) or {"anyOf": [self._adapt(part, "") for part in others]}
        return {"if": {"not": {"type": "null"}}, "then": rest} if nullable else rest

    def _discriminated(self, parts: list[Json]) -> Json | None:
        """A union of objects that differ in their `type`; None if they do not."""
        kinds: list[tuple[list[int], Json]] = []
        for part in parts:
            target = self._schemas[part["$ref"].removeprefix(PREFIX)] if "$ref" in part else part
            enum = target.get("properties", {}).get("type", {}).get("enum")
            if enum is None:
                return None
            kinds.append((enum, part))
        return {
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"enum": [kind for enum, _ in kinds for kind in enum]}},
            "allOf": [
                {
                    "if": {"required": ["type"], "properties": {"type": {"enum": enum}}},
                    "then": self._adapt(part, ""),
                }
                for enum, part in kinds
            ],
        }


def _anonymous(template: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", template)


def _keyword(error: jsonschema_rs.ValidationError) -> str:
    return next((str(step) for step in reversed(error.schema_path) if isinstance(step, str)), "")


def _missing(error: jsonschema_rs.ValidationError) -> tuple[str, ...]:
    """The name of a missing or unknown field, which the error's path does not contain."""
    found = re.match(r'"(\w+)" is a required property|.*\(\'(\w+)\' (?:was|were) unexpected', error.message)
    return tuple(name for name in found.groups() if name) if found else ()
