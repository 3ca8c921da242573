# exit 2
allways reach fixtures/village.osm --from 1 --cutoff 60 -o r.gpkg --buffer 0
