# exit 3
allways explain fixtures/matrix.csv -F matrix-csv --from 1 --to 2
