"""Reports: estimates with their intervals, shown as text, JSON and plots."""
