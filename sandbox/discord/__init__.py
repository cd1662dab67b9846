"""Discord's side: its state, interactions, the gateway, the HTTP API, and the checks of what bots send."""
