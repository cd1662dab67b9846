"""Panels that one member sees."""
