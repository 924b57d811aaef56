"""Map, charts and position of Operation Roundup, which the rules read and change."""
