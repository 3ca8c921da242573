# exit 2
allways draw fixtures/village.osm --from 1 --cutoff 600 --unit m -o map.png
