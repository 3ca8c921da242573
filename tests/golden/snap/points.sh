allways snap fixtures/village.osm --points fixtures/bad_customers.csv -o - -f csv --quiet
