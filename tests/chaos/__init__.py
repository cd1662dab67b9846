"""Storms: tests in which bot processes share a PostgreSQL database, members play, and faults are caused."""
