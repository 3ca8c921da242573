# exit 3
printf "id,lon,lat,jobs\n1,8.0001,46.9999,\n" > points.csv
allways draw fixtures/village.osm --points points.csv --colour-by jobs -o jobs.png -q
