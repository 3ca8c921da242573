allways solve fixtures/matrix.csv -o - -f csv --quiet
