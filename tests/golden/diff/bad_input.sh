# exit 3
allways diff fixtures/square.gr fixtures/matrix.csv
