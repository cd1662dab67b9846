"""Panels: messages that only one member sees."""
