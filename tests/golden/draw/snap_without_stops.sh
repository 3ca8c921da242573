# exit 2
allways draw fixtures/village.osm --snap nodes -o map.png
