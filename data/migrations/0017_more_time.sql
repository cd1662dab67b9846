-- Once a game each seat may take more time for a question: the number of that question, NULL before.

ALTER TABLE seats ADD COLUMN more_time INTEGER;
