"""OP COM: a map game for teams and umpires; Market Garden, Malta, and Joe's Bridge."""
