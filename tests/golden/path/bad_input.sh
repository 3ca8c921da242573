# exit 3
allways path fixtures/broken.gr --from 1 --to 2
