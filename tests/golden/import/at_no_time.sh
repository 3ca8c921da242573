# exit 2
allways import fixtures/village.osm -o net.gpkg --at 'Monday 8:00'
