"""The scored debrief (readings 11.1 to 11.6): what a side achieved, line by line, with reasons."""
