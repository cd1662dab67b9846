"""The laboratory: measures and trains AI seats, surveys pools of roles, and lets other programs play.

`python -m lab --help` lists its commands. It uses the engine as any other program may.
"""
