"""Discord's gateway: sockets, sessions that can be resumed, and the events sent to a bot."""
