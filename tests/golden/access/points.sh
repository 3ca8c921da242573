allways access fixtures/village.osm --origins fixtures/customers.csv --destinations fixtures/customers.csv --weights demand --class id --cutoff 1,10 --unit min --nearest 1 -o - -f csv
