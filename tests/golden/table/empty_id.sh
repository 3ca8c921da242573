# exit 2
allways table fixtures/square.gr --origins 1, --destinations 2 -o part.csv
