# exit 2
allways draw fixtures/village.osm --colour-by name -o name.png -q
