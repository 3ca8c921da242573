# exit 3
printf "id,lon,lat\na,13.4,52.5\nb,13.5,52.6\n" > berlin.csv
allways table fixtures/village.osm --origins 1 --destinations berlin.csv -o table.csv --quiet; code=$?
test ! -e table.csv && exit $code
