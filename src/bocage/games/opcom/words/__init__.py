"""Words of the game: verbs, events, and how officers name places."""
