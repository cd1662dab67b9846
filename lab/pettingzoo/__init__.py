"""Coup as an environment of PettingZoo, which the extra `pettingzoo` brings."""
