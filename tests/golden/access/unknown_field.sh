# exit 2
allways access fixtures/village.osm --destinations fixtures/customers.csv --weights jobs --cutoff 60 -o access.csv; code=$?
ls access.csv 2>/dev/null; exit $code
