"""The shipped bot, in a process of its own, played over real sockets."""
