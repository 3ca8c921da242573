# exit 2
allways reach fixtures/rings.csv --cutoff 5 -o reach.csv
