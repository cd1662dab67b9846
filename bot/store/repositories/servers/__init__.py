"""Repositories of servers: settings, rules of moderators, audit log, deletion after the bot was removed."""
