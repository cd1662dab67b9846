"""Games as numbers for learning programs: decisions, what a seat observes, and many games played side by side."""
