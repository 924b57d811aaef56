"""The sea (readings 12.1 to 12.11), which the rulebook does not cover."""
