"""Tests of the page of a finished game."""
