allways import fixtures/village.osm -o village.gpkg -q && allways solve village.gpkg -o table.omx -q
allways info table.omx -q | tail -n +9
