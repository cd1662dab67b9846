"""Several processes over one PostgreSQL while members play, and whatever may happen to such processes."""
