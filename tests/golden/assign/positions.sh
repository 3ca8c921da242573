printf "from,to,people\ndepot,island,3\nmill,island,4\ndepot,mill,2\n" > trips.csv
allways assign fixtures/village.osm --pairs trips.csv --trips people --points fixtures/customers.csv -o - -f csv --quiet
