# exit 3
allways access fixtures/broken.gr --destinations 2,3 --nearest 1 -o access.csv
