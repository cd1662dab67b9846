"""Rows about members of a server: bans, private lists of members to avoid, and the call list."""
