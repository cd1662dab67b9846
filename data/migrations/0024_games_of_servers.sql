-- With the status, so that the live tables of a server are found without reading all games ever played there.
DROP INDEX games_by_guild;
CREATE INDEX games_by_guild ON games(guild_id, status);
