# exit 3
allways import fixtures/broken.gr -o net.gpkg; code=$?; ls; exit $code
