"""Why a table refuses."""


class TableError(Exception):
    """A refusal; nothing has changed. `code` with dashes names its sentence in the catalogue, `error-<code>`.

    `facts` are what that sentence is filled in with.
    """

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
