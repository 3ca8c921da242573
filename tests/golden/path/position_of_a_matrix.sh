# exit 3
allways path fixtures/matrix.csv --from @1,2 --to 2
