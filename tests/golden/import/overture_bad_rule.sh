# exit 3
sed 's|"unit":"mph"|"unit":"knots"|' fixtures/district.geojson > bad.geojson
allways import bad.geojson -o net.gpkg --quiet
