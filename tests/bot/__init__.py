"""Tests of the bot as a process: settings, commands, emojis, hosting files, clusters."""
