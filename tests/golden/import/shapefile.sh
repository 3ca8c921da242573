# Names of ten characters, what is lost, and the nodes beside the lines.
allways import fixtures/village.osm -o roads.shp --quiet; echo "exit $?"
allways import fixtures/village.osm -o roads.shp --lossy
ls roads*
allways info roads.shp --quiet
allways import fixtures/village.osm -o roads.shp --lossy --quiet; echo "exit $?"
