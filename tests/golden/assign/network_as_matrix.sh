# exit 3
allways assign fixtures/square.gr --matrix fixtures/village.osm -o loads.csv
