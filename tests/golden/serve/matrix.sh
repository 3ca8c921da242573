# exit 3
allways serve fixtures/matrix.csv --port 0
