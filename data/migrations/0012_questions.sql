-- Which question stands, beside its number, which recurs when an older backup is restored; and who was away when.

ALTER TABLE games ADD COLUMN question_id INTEGER;   -- drawn when the question opened; null: before this migration
ALTER TABLE games ADD COLUMN absences TEXT NOT NULL DEFAULT '[]';   -- JSON list of [decisions, seat, is_away]
