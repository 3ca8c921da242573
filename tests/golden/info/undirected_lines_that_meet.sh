# Lines that meet are open both ways already.
# exit 2
allways info fixtures/lanes.geojson --undirected
