"""Table messages: what everybody in the channel sees, by the phase of the table."""
