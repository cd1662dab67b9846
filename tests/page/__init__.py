"""Tests of the sandbox's page in a browser, with a fake server; test_game uses the sandbox and the bot."""
