allways info fixtures/lanes.geojson
