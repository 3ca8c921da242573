# exit 2
allways import fixtures/village.osm -o net.gpkg --profile rocket; code=$?; ls; exit $code
