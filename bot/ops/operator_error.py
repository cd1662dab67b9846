"""The error that only the operator can mend. Each command prints it and ends."""


class OperatorError(Exception):
    """The bot cannot do what the operator wants. The text tells the operator why, in a sentence."""
