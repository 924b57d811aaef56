"""The counters of The Pocket at Falaise, and what the rules read off them."""
