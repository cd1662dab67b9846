"""The cards of one table in its channel or thread: posted, edited, put away, and found again after a kill."""
