-- Standing orders given after the quiet time of a window begin with the next question, also if the quiet time begins again.

ALTER TABLE seats ADD COLUMN orders_from INTEGER NOT NULL DEFAULT 0;   -- the first question that the seat's orders answer
