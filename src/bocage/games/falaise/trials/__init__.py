"""What the fuzzer needs of The Pocket at Falaise: faults of a position, random positions."""
