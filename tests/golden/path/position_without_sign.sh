# exit 3
allways path fixtures/village.osm --from 8.0001,47 --to 8 --quiet
