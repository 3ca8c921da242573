# exit 3
allways import fixtures/village.osm --elevation fixtures/pairs.csv -o village.gpkg -q
