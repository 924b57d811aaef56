"""Map, charts and position of The Pocket at Falaise, which the rules read and change."""
