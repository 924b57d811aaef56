"""What The Pocket at Falaise answers to players and pages: reach, odds, overlays, story."""
