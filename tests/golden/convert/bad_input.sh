# exit 3
allways convert fixtures/broken.gr out.csv; code=$?; ls; exit $code
