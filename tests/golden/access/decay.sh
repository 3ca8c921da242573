for decay in step linear exponential gaussian; do
    allways access fixtures/square.gr --destinations 2,3 --origins 1 --cutoff 4 --decay $decay -o - -f csv --quiet | tail -1
done
