# exit 2
allways access fixtures/square.gr --destinations 2 --weights jobs --cutoff 60 -o access.csv
