# exit 3
allways assign fixtures/broken.gr --pairs fixtures/pairs.csv -o loads.csv
