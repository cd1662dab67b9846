"""The laboratory: measures AI seats and role pools by many games. `python -m lab` says what it can do."""
