# exit 2
allways table fixtures/two_parts.geojson --points fixtures/shops.csv --cost length --access-speed 5 -o table.csv
