"""The counters of Operation Roundup, and what the rules read off them."""
