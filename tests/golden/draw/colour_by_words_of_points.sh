# exit 3
printf "id,lon,lat,kind\n1,8.0001,46.9999,school\n" > points.csv
allways draw fixtures/village.osm --points points.csv --colour-by kind -o kind.png -q
