"""The shipped bot as a process of its own, with members who play over real sockets."""
