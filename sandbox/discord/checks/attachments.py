"""Discord's rules for a message's files: how many, how they are described, and what may refer to them."""

from sandbox.discord.checks import forms
from sandbox.discord.checks.refusal import FormErrors, Path
from sandbox.discord.files import Upload, kept, name_of
from sandbox.json_helpers import Json

MOST = 10
"""How many files a message may have."""


def check_attachments(
    errors: FormErrors, at: Path, form: Json, before: list[Json], files: list[Upload]
) -> set[str]:
    """Adds what is wrong with the files of a message; returns the names that components may refer to.

    `before` are the attachments as they were before an edit.
    """
    path = (*at, "attachments")
    known = {attachment["id"] for attachment in before} | {str(upload.number) for upload in files}
    entries = forms.items(errors, path, form.get("attachments"), high=MOST)
    for position, entry in enumerate(entries):
        here = (*path, position)
        forms.text(errors, (*here, "description"), entry.get("description"), high=1024)
        forms.text(errors, (*here, "filename"), entry.get("filename"), high=1024)
        if str(entry.get("id")) not in known:
            errors.add((*here, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")
    if errors:
        return set()
    left = kept(form, before)
    if len(left) + len(files) > MOST:
        errors.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {MOST} or fewer in length.")
    return {attachment["filename"] for attachment in left} | {name_of(upload, form) for upload in files}
