allways solve fixtures/matrix.csv -F csv -o - -f csv --quiet
