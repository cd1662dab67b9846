"""What commands and clicks both do: open a table, ask the adviser, begin a lesson, change settings."""
