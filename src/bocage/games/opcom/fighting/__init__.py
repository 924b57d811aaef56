"""Fights on the map (9.7): grouped first, then each built, rolled and carried out."""
