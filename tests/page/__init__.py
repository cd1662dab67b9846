"""The sandbox's page in a browser, before a stage of canned messages instead of a server with a bot."""
