"""Map, charts and position of Operation Roundup: what the rules look at and change."""
