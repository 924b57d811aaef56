"""The terminal face: showing a game, asking for decisions and playing it in a window of letters."""
