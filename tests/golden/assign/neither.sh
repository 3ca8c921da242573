# exit 2
allways assign fixtures/square.gr -o loads.csv
