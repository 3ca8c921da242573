# exit 2
allways simplify fixtures/rings.csv -o small.csv --no-such-option
