"""The error of what only the operator can mend; each command prints it and ends."""


class OperatorError(Exception):
    """What was asked cannot be done. The text is a sentence for the operator."""
