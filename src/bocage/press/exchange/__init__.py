"""Maps and games for other programs: GeoJSON and KML, and modules of VASSAL."""
