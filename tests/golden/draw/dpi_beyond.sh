# exit 2
allways draw fixtures/village.osm -o v.png --dpi 5
