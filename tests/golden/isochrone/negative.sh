# exit 2
allways reach fixtures/negative_cycle.csv --from a --cutoff 5 -o reach.csv
