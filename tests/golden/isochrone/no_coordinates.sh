# exit 3
allways reach fixtures/rings.csv --from 1 --cost length --cutoff 7 -o areas.geojson; code=$?; ls; exit $code
