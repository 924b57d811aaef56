"""The judge of rule cases: what they give and ask, on a desk and on the map."""
