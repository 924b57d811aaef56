"""Build-time helpers of the press: fonts and their measures. Never needed at run time."""
