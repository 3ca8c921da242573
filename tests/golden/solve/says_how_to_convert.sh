# Other programs know no fixed point.
allways solve fixtures/village.osm -o table.omx
