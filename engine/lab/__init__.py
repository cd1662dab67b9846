"""The laboratory: measures AI seats and role pools by many games. `python -m engine.lab` says what it can do."""
