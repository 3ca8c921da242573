# exit 2
allways import fixtures/village.osm -o net.gpkg --crs EPSG:2056
