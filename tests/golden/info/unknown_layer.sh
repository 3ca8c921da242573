# exit 2
allways info fixtures/lanes.geojson --layer roads
