# exit 2
allways reach fixtures/rings.csv --from 1 --cutoff 5 --what areas -o reach.csv
