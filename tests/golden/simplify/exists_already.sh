# exit 3
touch small.csv && allways simplify fixtures/rings.csv -o small.csv
