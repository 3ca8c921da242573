# exit 2
allways reach fixtures/village.osm --from 1 --cutoff 60 --buffer 1e9 -o reach.gpkg
allways reach fixtures/village.osm --from 1 --cutoff 60 --buffer nan -o reach.gpkg
