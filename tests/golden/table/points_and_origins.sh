# exit 2
allways table fixtures/square.gr --origins 1 --points 2 -o part.csv
