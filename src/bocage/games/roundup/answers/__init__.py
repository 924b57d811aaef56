"""The answers of Operation Roundup to players and pages: reach, odds, overlays, plans, story."""
