# exit 3
PROJ_DATA=/nowhere PROJ_LIB=/nowhere allways import fixtures/village.osm -o village.gpkg
