# exit 2
allways path fixtures/village.osm --from 1 --to 5 --cost time --unit km; code=$?; ls; exit $code
