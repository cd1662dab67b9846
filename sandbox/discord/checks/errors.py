"""Refusals: Discord's error responses (status, code, message, invalid fields), and those of a member's client."""

from sandbox.json_helpers import Json

KNOWN: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50240: (
        400,
        "You cannot remove this app's Entry Point command in a bulk update operation. "
        "Include the Entry Point command in your update request or delete it separately.",
    ),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}
"""The status and message of each error code that the sandbox uses."""


class ApiError(Exception):
    """A request that Discord would refuse, with its code as in Discord's documentation.

    `errors` is Discord's tree of invalid fields; only code 50035 has one.
    """

    def __init__(self, code: int, errors: Json | None = None) -> None:
        self.status, self.message = KNOWN[code]
        self.code = code
        self.errors = errors
        super().__init__(f"{self.status} {code}: {self.message}")

    def body(self) -> Json:
        """The JSON of the response."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class ClientRefusal(Exception):
    """An action that a member's own client does not allow, with the sentence that it shows."""
