-- A member has one live lesson at a time, over all servers. If two began at once, the newer one is kept.
UPDATE games SET status = 'closed', deadline = NULL, due = NULL, over_at = changed_at
WHERE practice <> 0 AND status IN ('lobby', 'playing', 'paused') AND EXISTS (
    SELECT 1 FROM games AS newer
    WHERE newer.host_id = games.host_id AND newer.id > games.id AND newer.practice <> 0
    AND newer.status IN ('lobby', 'playing', 'paused')
);
CREATE UNIQUE INDEX games_lesson ON games(host_id) WHERE practice <> 0 AND status IN ('lobby', 'playing', 'paused');
