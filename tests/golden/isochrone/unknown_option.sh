# exit 2
allways reach fixtures/rings.csv -o reach.csv --from 1 --cutoff 3 --no-such-option
