"""What the fuzzer needs of Operation Roundup: faults of a position, and random positions."""
