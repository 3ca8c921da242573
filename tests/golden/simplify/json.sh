allways simplify fixtures/rings.csv -o small.csv --json -q
