# What the user states counts before the file, and is said.
allways import fixtures/lanes.geojson -o net.gpkg --crs EPSG:4258
allways info net.gpkg --quiet | grep coordinates
