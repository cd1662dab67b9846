"""Repositories of finished games: statistics, ratings, leaderboards and seasons."""
