# exit 3
allways reach fixtures/broken.gr --from 1 --cutoff 7 -o reach.csv
