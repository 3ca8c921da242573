allways info fixtures/matrix.csv
