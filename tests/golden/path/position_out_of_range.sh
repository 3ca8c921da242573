# exit 2
allways path fixtures/village.osm --from @8,97 --to 8
