allways convert fixtures/matrix.csv matrix.npy --quiet && allways solve matrix.npy -o - -f csv --quiet
