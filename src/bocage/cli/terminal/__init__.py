"""The terminal face: how a game is shown, asked and played in a window of letters."""
