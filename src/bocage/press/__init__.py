"""What is drawn: maps now; counters, charts and fine sheets as they come."""
