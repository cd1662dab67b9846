"""What is data: roles and presets (TOML), words (Fluent), migrations (SQL) and art."""

from pathlib import Path

ROOT = Path(__file__).parent
"""The folder that holds the data files."""
