"""Texts: the catalogue, phrases composed from it, alt texts, and names made harmless."""
