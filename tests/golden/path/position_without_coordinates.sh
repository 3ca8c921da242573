# exit 3
allways path fixtures/square.gr --from @1,2 --to 2
