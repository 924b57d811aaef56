"""Orders (5): sheets as written, what they mean, and what they set in motion."""
