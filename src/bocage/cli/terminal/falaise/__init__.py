"""The Pocket at Falaise in the terminal: its board, its lines, its advice."""
