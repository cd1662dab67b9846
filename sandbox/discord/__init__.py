"""Discord's side of the sandbox: state, interactions, gateway, HTTP API, and checks of what a bot sends."""
