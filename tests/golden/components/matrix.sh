# exit 3
allways components fixtures/matrix.csv -F matrix-csv
