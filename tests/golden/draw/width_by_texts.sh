# exit 2
allways draw fixtures/village.osm --width-by name -o name.png -q
