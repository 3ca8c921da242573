allways convert fixtures/matrix.csv matrix.npy -F csv --quiet && allways solve matrix.npy -o - -f csv --quiet
