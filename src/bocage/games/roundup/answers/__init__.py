"""What Operation Roundup answers to players and pages: reach, odds, overlays, plans, story."""
