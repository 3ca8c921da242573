# exit 3
allways path fixtures/village.osm --from @47,8.0001 --to 8 -f csv -o path.csv
printf "From_Lon,From_Lat,To_Lon,To_Lat\n47,8.0001,8,47\n47,8.0001,8.0085,47.0041\n48,8,8.0085,47.0041\n" > far.csv
allways path fixtures/village.osm --pairs far.csv -f csv -o path.csv --quiet
allways path fixtures/village.osm --from 1 --to 8 --via @47,8.0001 -f csv -o path.csv --strict --quiet; code=$?
ls; exit $code
