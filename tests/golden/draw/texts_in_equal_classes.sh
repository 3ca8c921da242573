# exit 2
allways draw fixtures/village.osm --colour-by name --classes equal -o name.png -q
