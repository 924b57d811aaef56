"""Short scenarios of Operation Roundup (reading 76): how they begin and how they are won."""
