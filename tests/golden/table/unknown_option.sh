# exit 2
allways table fixtures/square.gr --points 1 -o part.csv --schedule blocked
