# exit 3
allways reach fixtures/village.osm --from @9,47 --cutoff 5 -o reach.csv; code=$?; ls; exit $code
