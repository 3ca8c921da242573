# exit 2
allways table fixtures/village.osm --points fixtures/customers.csv -o t.csv --snap-radius -1
