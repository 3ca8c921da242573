# exit 2
allways solve fixtures/matrix.csv -o table.csv --schedule sweep
