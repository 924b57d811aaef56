"""The counters of Operation Roundup, and the facts that the rules read from them."""
