"""Reports: estimates with their intervals, shown as text, JSON and plots; how a command prints them and ends."""
