"""Coup as an environment of PettingZoo (`pip install '.[pettingzoo]'`)."""
