# exit 2
allways reach fixtures/village.osm --from 1 --cutoff 5 --unit km -o reach.csv
