"""Discord's gateway: one connection for each shard that this process serves, and where interactions come in."""
