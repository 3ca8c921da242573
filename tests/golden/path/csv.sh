allways path fixtures/square.gr --pairs fixtures/pairs.csv -f csv --quiet
