allways table fixtures/village.osm --points fixtures/customers.csv -o - -f csv --quiet
allways table fixtures/village.osm --origins fixtures/customers.csv --destinations fixtures/customers.geojson -o - -f csv --quiet
allways table fixtures/village.osm --origins 1 --destinations fixtures/customers.geojson -o - -f csv --quiet
