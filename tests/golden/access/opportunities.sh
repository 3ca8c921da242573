# By hand: from node 1 the destinations 2 and 3 cost 3 and 8.
cat fixtures/square.gr
allways access fixtures/square.gr --destinations 2,3 --cutoff 1,3 --nearest 2 -o - -f csv
