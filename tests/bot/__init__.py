"""Tests of the bot below its commands: store, tables, clock, settings, client."""
