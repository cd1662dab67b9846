-- What the process needs to know of tables that it does not keep in memory.

ALTER TABLE games ADD COLUMN due REAL;          -- when something next happens here by itself; null: never
ALTER TABLE games ADD COLUMN changed_at REAL NOT NULL DEFAULT 0;    -- the last change of lobby or game

-- An AI seat, or an AI that plays for a member who is away, may owe an answer: such games are looked at at once.
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
