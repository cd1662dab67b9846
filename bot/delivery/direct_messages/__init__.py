"""Hands and questions sent to members by direct message."""
