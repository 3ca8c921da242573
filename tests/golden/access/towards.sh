allways access fixtures/square.gr --destinations 2,3 --cutoff 1,3 --nearest 1 --towards -o - -f csv --quiet
