# exit 2
allways table fixtures/square.gr --origins 1 -o part.csv
