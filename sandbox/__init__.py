"""A local stand-in for Discord: gateway, HTTP API, a web page to act as a member, and a driver for tests.

It knows nothing of any bot: an unmodified Discord client that is configured with its address works with it.
"""
