# exit 3
sed 's|"value":50,|"value":1e999,|' fixtures/district.geojson > large.geojson
allways import large.geojson -o net.gpkg --quiet
