"""Operation Roundup: the Allies land in the Pas-de-Calais, September 1943."""
