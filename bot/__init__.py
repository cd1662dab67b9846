"""The process: settings, client, tables, clock, store, rendering and words."""
