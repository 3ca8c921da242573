# exit 3
printf "id,lon,lat\na,13.4,52.5\nb,8,147\n" > berlin.csv
allways snap fixtures/village.osm --points berlin.csv -o snapped.gpkg --quiet; code=$?
ls; exit $code
