"""What the bot costs: processor time, seconds to an acknowledgement, memory. `make bench` runs them."""
