# exit 6
allways snap fixtures/village.osm --points fixtures/bad_customers.csv -o snapped.gpkg --strict --json
