"""Discord's HTTP API: the way every request goes, and the routes by subject."""
