# exit 2
allways reach fixtures/rings.csv --from 1 --cutoff 5min -o reach.csv
