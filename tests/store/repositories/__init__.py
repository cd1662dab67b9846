"""Tests of the repositories; they run on both database engines."""
