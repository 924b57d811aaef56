"""The short scenarios of The Pocket at Falaise (reading 117)."""
