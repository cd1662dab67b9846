-- Seats whose answer to the question that stands has no effect, because a sealed answer had let them go.

ALTER TABLE games ADD COLUMN void_answers TEXT NOT NULL DEFAULT '[]';   -- JSON: seat numbers
