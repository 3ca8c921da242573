# Metres as degrees, degrees as metres, and numbers that fit nothing where no system is stated.
# exit 3
printf "id,x,y\na,2600000,1200000\nb,2600100,1200000\n" > metres.csv
allways table fixtures/village.osm --points metres.csv -o table.csv --quiet && exit 1
allways table sioux_falls --points metres.csv -o table.csv && exit 1
printf "id,x,y\na,2600000,1200000\nb,8.0001,46.9999\n" > mixed.csv
allways snap fixtures/village.osm --points mixed.csv -o - -f csv --quiet
printf "id,x,y\na,8.0001,46.9999\nb,8.0085,47.0041\n" > degrees.csv
allways table fixtures/village.osm --points degrees.csv --points-crs EPSG:2056 -o - -f csv --quiet
