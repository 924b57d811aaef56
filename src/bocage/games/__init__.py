"""The three games: their rules, and the data that the rules speak of."""
