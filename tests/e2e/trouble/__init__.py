"""The shipped bot when something fails: kills, outages, lost channels, a clock that jumps."""
