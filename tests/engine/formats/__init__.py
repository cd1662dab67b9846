"""The forms that games, positions and refusals are written in: records, digests, scenarios, the referee."""
