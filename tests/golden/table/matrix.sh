allways table fixtures/matrix.csv -F matrix-csv --origins 3,1 --destinations 2 -o - -f csv --quiet
