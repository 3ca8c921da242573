# exit 3
allways reach fixtures/rings.csv --from 99 --cutoff 5 -o reach.csv; code=$?; ls; exit $code
