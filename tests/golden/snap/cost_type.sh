# exit 2
allways snap fixtures/village.osm --points fixtures/customers.csv -o - -f csv --cost-type float32
