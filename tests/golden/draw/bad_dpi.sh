# exit 2
allways draw fixtures/village.osm -o village.png --dpi nan
allways draw fixtures/village.osm -o village.png --dpi 5000
