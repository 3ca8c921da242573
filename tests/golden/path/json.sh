allways path fixtures/square.gr --from 1 --to 4 -f json --quiet
