"""13.0 Solitaire play: the rules play the Allies."""
