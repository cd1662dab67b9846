"""What happens to tables by itself: deadlines and other alarms, and what is loaded after a restart."""
