allways path fixtures/matrix.csv --from 1 --to 3 --quiet
