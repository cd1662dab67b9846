"""Storms: several processes share one PostgreSQL database while members play, and faults strike them."""
