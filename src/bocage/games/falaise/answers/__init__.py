"""The answers of The Pocket at Falaise to players and pages: reach, odds, overlays, story."""
