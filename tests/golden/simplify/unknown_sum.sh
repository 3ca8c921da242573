# exit 2
allways simplify fixtures/rings.csv -o small.csv --sum climb; code=$?; ls; exit $code
