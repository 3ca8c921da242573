allways info fixtures/village.osm -q
