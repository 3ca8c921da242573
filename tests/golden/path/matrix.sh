allways path fixtures/matrix.csv -F csv --from 1 --to 3 --quiet
