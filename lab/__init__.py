"""The laboratory: measures and trains AI seats, surveys pools of roles, and lets other programs play.

`python -m lab --help` lists its commands. The laboratory uses only the public modules of the engine.
"""
