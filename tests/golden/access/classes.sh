# Fields of classes whose names differ in case or signs only, and options that would do nothing.
printf 'id,lon,lat,kind\na,8.001,47,Bank\nb,8.004,47,bank\nc,8.006,47,z 1\nd,8.0065,47,z_1\n' > kinds.csv
allways access fixtures/village.osm --origins 1 --destinations kinds.csv --class kind --nearest 1 -f csv -o -
allways access fixtures/village.osm --origins 1 --destinations kinds.csv --class kind --nearest 1 -o kinds.gpkg -q; echo "exit $?"
allways access fixtures/village.osm --destinations kinds.csv --class kind --cutoff 5 -f csv -o - -q; echo "exit $?"
allways access fixtures/village.osm --destinations kinds.csv --decay linear --nearest 1 -f csv -o - -q; echo "exit $?"
allways access fixtures/village.osm --destinations kinds.csv --weights lon,LON --cutoff 5 -f csv -o - -q; echo "exit $?"
