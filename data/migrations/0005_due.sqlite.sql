-- What a process must know about tables that are not in its memory.

ALTER TABLE games ADD COLUMN due REAL;          -- when something next happens here by itself; null: never
ALTER TABLE games ADD COLUMN changed_at REAL NOT NULL DEFAULT 0;    -- the last change of lobby or game

-- Games with an AI seat or a member who is away are due at once, because an AI may have to answer.
UPDATE games SET
    due = CASE
        WHEN status = 'paused' THEN NULL
        WHEN EXISTS (SELECT 1 FROM seats WHERE game_id = games.id AND (user_id IS NULL OR away = 1)) THEN asked_at
        ELSE deadline
    END,
    changed_at = COALESCE(
        (SELECT at FROM decisions WHERE game_id = games.id AND seq = games.decisions - 1 AND at > games.asked_at),
        asked_at
    )
WHERE status IN ('lobby', 'playing', 'paused');
