# exit 3
allways snap fixtures/square.gr --points fixtures/customers.csv -o snapped.gpkg; code=$?
test ! -e snapped.gpkg && exit $code
