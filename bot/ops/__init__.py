"""Health, metrics and logs for operators."""
