"""Control's hand (2, 4): rulings as cards, what is held for review, overrides, release."""
