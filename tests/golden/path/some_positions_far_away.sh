# exit 6
printf "from_lon,from_lat,to_lon,to_lat\n47,8.0001,8,47\n8.0001,46.9999,8.0085,47.0041\n" > some.csv
allways path fixtures/village.osm --pairs some.csv -f csv -o - | cut -d, -f 1-4 || exit 1
allways path fixtures/village.osm --pairs some.csv -f csv -o paths.csv --strict
