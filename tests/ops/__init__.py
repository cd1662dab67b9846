"""Tests of what operators see: health, metrics, logs."""
