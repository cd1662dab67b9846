"""The message that shows a table in its channel or thread: its states, its requests, its recovery after a kill."""
