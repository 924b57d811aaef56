"""Scenarios while somebody builds them: tables of texts, to and from the files that are played."""
