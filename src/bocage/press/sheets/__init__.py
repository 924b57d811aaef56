"""The fine sheets of the hex boards: drawn as a printer of 1944 would have liked to."""
