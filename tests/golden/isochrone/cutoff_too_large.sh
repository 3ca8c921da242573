# exit 2
allways reach fixtures/village.osm --from 1 --cutoff 60,1e400 -o reach.csv
allways reach fixtures/village.osm --from 1 --cutoff 1e307 --unit h -o reach.csv
