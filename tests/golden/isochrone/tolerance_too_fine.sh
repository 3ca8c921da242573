# exit 2
allways reach fixtures/village.osm --from 1 --cutoff 30 --buffer 25 --outline-tolerance 0.4 -o reach.geojson; code=$?; ls; exit $code
