# exit 2
allways reach fixtures/rings.csv --from 1 --cutoff 300,,600 -o reach.csv
