# exit 2
allways import fixtures/lanes.geojson -o lanes.gpkg --quiet
allways info lanes.gpkg -F vector --layer link --where 'nope = 1'
