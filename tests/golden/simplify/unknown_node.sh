# exit 3
allways simplify fixtures/rings.csv -o small.csv --keep 1,77; code=$?; ls; exit $code
