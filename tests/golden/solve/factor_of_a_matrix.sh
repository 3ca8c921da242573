# exit 3
allways solve fixtures/matrix.csv -o matrix.factor --factor-only
