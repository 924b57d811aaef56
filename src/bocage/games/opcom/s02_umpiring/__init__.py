"""Control (2): the rulings as cards, the desk, changes by hand, and dice that only Control sees."""
