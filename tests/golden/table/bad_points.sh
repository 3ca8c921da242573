# exit 6
allways table fixtures/village.osm --points fixtures/bad_customers.csv -o - -f csv --strict
