"""Benchmarks of the bot: processor time, time to acknowledge a click, and memory. `make bench` runs them."""
