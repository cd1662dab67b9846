"""The form with the settings of a lobby, as its host Ana opens and submits it."""

from typing import Any

from tests.harness.discord import SimGuild


async def open_form(guild: SimGuild) -> tuple[Any, dict[str, Any]]:
    """Returns the form, and its fields by their custom ids."""
    form = await guild.click("Ana", "Settings", (await guild.click("Ana", "Host's menu")).response)
    assert form.modal is not None
    return form, {part["component"]["custom_id"]: part["component"] for part in form.modal["components"]}


async def submit_form(guild: SimGuild, **changed: list[str]) -> Any:
    """Changes these fields of the form, submits it, and returns the response."""
    form, fields = await open_form(guild)
    filled = {
        name: [option["value"] for option in field["options"] if option.get("default")]
        for name, field in fields.items()
    }
    return await guild["Ana"].submit_modal(form, filled | changed)
