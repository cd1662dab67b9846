"""Tests of texts: the catalogue, sanitized names, alt texts, figures in rules."""
