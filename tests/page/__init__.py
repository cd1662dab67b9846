"""The sandbox's page in a browser, with a fake server of canned messages; test_game has the true bot."""
