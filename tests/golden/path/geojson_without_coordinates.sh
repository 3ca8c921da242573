# exit 3
allways path fixtures/square.gr --from 1 --to 2 -f geojson
