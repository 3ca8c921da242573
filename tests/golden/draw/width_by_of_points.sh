# exit 2
printf "id,lon,lat,jobs\n1,8.0001,46.9999,10\n" > points.csv
allways draw fixtures/village.osm --points points.csv --width-by jobs -o jobs.png -q
