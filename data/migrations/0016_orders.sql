-- Standing orders: let some questions pass without a click; and answers that nothing may show yet.

ALTER TABLE games ADD COLUMN orders INTEGER;   -- whether members may give orders; null: by the table's members and pace
ALTER TABLE games ADD COLUMN early_answers TEXT NOT NULL DEFAULT '[]';   -- JSON list of [seat, move, cause]
ALTER TABLE seats ADD COLUMN orders TEXT NOT NULL DEFAULT '[]';   -- JSON list of the orders of the seat's member
