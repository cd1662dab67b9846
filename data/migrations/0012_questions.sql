-- An id for the open question, whose number recurs after a backup is restored; and when members were away.

ALTER TABLE games ADD COLUMN question_id INTEGER;   -- drawn when the question opened; null: before this migration
ALTER TABLE games ADD COLUMN absences TEXT NOT NULL DEFAULT '[]';   -- JSON list of [decisions, seat, is_away]
