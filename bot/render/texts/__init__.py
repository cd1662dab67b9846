"""Texts: the catalogue, phrases composed from it, and names made harmless."""
