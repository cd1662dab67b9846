"""Texts and words."""
