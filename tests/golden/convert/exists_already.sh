# exit 3
touch out.csv; allways convert fixtures/square.gr out.csv
