# exit 2
allways diff fixtures/matrix.csv fixtures/matrix.csv --rtol nan
