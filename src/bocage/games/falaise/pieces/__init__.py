"""The counters of The Pocket at Falaise, and the facts that the rules read from them."""
