# exit 3
printf "1,8.0001,46.9999\n2,8.0085,47.0041\n" > points.csv
allways table fixtures/village.osm --points points.csv -o table.csv
printf "depot;2600000;1200000\n" > points.csv
allways table fixtures/village.osm --points points.csv -o table.csv
