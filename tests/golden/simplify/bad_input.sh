# exit 3
allways simplify fixtures/broken.gr -o small.csv
