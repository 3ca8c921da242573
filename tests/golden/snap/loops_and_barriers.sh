allways snap fixtures/crescents.osm --points fixtures/crescent_addresses.csv -o - -f csv --quiet
