# exit 6
allways path fixtures/square.gr --from 1 --to 5 --strict --quiet
