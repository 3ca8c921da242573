printf "id,lon,lat,people\nhome,8.0001,46.9999,6\nfarm,8.0085,47.0041,2\n" > blocks.csv
allways access fixtures/village.osm --origins blocks.csv --demand people --destinations fixtures/customers.csv --weights demand --cutoff 1,10 --unit min -o - -f csv --quiet
