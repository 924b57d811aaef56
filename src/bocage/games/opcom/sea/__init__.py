"""The sea (readings 12.1 to 12.9): passage, coast guns, beaches, swell, and landings under fire."""
