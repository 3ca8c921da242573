allways path fixtures/village.osm --from @47,8.0001 --to 8 -f csv > /dev/null
printf "From_Lon,From_Lat,To_Lon,To_Lat\n47,8.0001,8,47\n" | allways path fixtures/village.osm --pairs - -f csv > /dev/null
printf "From,To\n1,8\n" | allways path fixtures/village.osm --pairs - -f csv --quiet | tail -n 1
