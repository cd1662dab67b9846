"""Panels: what one member sees alone."""
