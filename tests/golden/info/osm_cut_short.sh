# exit 3
allways info fixtures/cut_short.osm
