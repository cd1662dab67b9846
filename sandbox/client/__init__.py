"""The Discord client of a member, as the server plays it: what the member sees, and which actions it allows.

Pages in browsers and the driven members of `sandbox.driver` use it over a WebSocket.
"""
