allways import fixtures/village.osm -o part.gpkg --bbox 8.0035,46.9990,8.0095,47.0045 && allways info part.gpkg -q | head -n 7
