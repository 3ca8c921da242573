# exit 3
allways path fixtures/names.csv --from Alfa --to Beta
