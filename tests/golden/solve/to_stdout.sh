allways solve fixtures/square.gr -o - -f csv --quiet
