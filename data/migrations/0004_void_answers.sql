-- Seats whose answer to the open question has no effect, because a sealed answer has closed it for them.

ALTER TABLE games ADD COLUMN void_answers TEXT NOT NULL DEFAULT '[]';   -- JSON: seat numbers
