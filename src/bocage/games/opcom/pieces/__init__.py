"""What a game of OP COM is played with: the position, and the records that it holds."""
