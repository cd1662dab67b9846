"""Tests of what moderators do, and of members' own lists."""
