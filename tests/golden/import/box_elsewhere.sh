# exit 3
allways import fixtures/village.osm -o part.gpkg --bbox 1,1,2,2; code=$?; ls; exit $code
