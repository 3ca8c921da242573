# exit 2
# A format without room for them, one whose other file is not written, and a table of nodes.
shops='fixtures/two_parts.geojson --points fixtures/shops.csv --quiet --snap-distances'
allways table $shops -o shops.csv
allways table $shops -o - -f npy
allways table fixtures/two_parts.geojson --points 1,2 -o nodes.long.csv --quiet --snap-distances
