# exit 3
# Pairs name points of a file by their ids.
printf 'trips,to,from\n7,cafe,post\n3,post,cafe\n' > pairs.csv
allways table fixtures/two_parts.geojson --pairs pairs.csv --points fixtures/shops.csv -o - -f csv-long --quiet
allways table fixtures/two_parts.geojson --pairs pairs.csv --origins fixtures/shops.csv --destinations fixtures/shops.csv -o - -f csv-long --quiet
printf 'from,to\npost,harbour\n' | allways table fixtures/two_parts.geojson --pairs - --points fixtures/shops.csv -o - -f csv-long --quiet
