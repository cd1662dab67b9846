"""The sandbox, a local stand-in for Discord: gateway, HTTP API, a web page to act as a member, a driver for tests.

It knows no bot: any unmodified Discord client that is configured with its address works with it.
"""
