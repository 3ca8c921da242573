# exit 2
allways access fixtures/square.gr --demand people --destinations 2,3 --cutoff 5 -o access.csv
