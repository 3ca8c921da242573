# exit 3
allways import fixtures/lanes.geojson -o lanes.gpkg --from-field name --to-field name
