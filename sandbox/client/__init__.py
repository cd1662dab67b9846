"""The server's side of the page: a WebSocket for each open page, and the actions of its member."""
