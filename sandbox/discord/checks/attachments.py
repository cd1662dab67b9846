"""Discord's rules for a message's files: how many, how they are described, and what may refer to them."""

from sandbox.discord.checks import field_checks
from sandbox.discord.checks.errors import FormErrors, Path
from sandbox.discord.files import Upload, name_of, remaining_attachments
from sandbox.json_helpers import Json

MAX_FILES = 10
"""How many files a message may have."""


def check_attachments(
    errors: FormErrors, at: Path, form: Json, before: list[Json], files: list[Upload]
) -> set[str]:
    """Adds the errors of a message's files; returns the names that components may refer to.

    `before` are the attachments before an edit.
    """
    path = (*at, "attachments")
    known = {attachment["id"] for attachment in before} | {str(upload.number) for upload in files}
    entries = field_checks.items(errors, path, form.get("attachments"), high=MAX_FILES)
    for position, entry in enumerate(entries):
        here = (*path, position)
        field_checks.text(errors, (*here, "description"), entry.get("description"), high=1024)
        field_checks.text(errors, (*here, "filename"), entry.get("filename"), high=1024)
        if str(entry.get("id")) not in known:
            errors.add((*here, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")
    if errors:
        return set()
    remaining = remaining_attachments(form, before)
    if len(remaining) + len(files) > MAX_FILES:
        errors.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length.")
    return {attachment["filename"] for attachment in remaining} | {name_of(upload, form) for upload in files}
