# exit 2
allways path sioux_falls --points fixtures/shops.csv --from 1 --to 2
