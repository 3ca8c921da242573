# exit 2
allways components fixtures/rings.csv --extract part.csv --component 4; code=$?; ls; exit $code
