# exit 2
allways import fixtures/village.osm -o van.gpkg --vehicle height=tall
