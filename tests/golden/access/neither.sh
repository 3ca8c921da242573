# exit 2
allways access fixtures/square.gr --destinations 2,3 -o - -f csv
