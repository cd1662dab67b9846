"""Discord's gateway: a connection for each shard of this process, and the interactions that arrive."""
