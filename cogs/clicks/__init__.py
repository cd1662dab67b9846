"""Handlers of buttons, selects and forms. One router finds the handler by the custom id."""
