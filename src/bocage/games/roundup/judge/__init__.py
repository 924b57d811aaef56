"""The judge of Operation Roundup: positions, questions and facts of its rule cases."""
