allways path fixtures/names.csv --from Alpha --to Gamma --quiet
