"""Map, charts and position of The Pocket at Falaise: what the rules look at and change."""
