"""Control (2): rulings as cards, the desk, its free hand, and dice for its eyes."""
