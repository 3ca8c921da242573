# exit 2
allways info fixtures/matrix.csv --length-unit m
