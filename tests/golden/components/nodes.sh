# every node with its component, in each format
allways components fixtures/village.osm --weak -o - -f csv -q
allways components fixtures/village.osm --weak -o - -f geojson -q | head -3
allways components fixtures/village.osm --weak -o nodes.gpkg -q && ls
