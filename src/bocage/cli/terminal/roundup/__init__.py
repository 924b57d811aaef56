"""Operation Roundup in the terminal: its board, its lines, its advice."""
