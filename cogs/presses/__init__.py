"""Presses: what each button, select and form does. One router finds the operation from the custom id."""
