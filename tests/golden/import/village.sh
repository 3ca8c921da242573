allways import fixtures/village.osm -o village.gpkg --profile bicycle -q && allways info village.gpkg
