allways info fixtures/matrix.csv -F csv
