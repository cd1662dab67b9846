"""Panels of moderators: a server's rules, bans, pools of roles, and the audit log."""
