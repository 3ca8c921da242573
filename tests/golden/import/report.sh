allways import fixtures/village.osm -o net.gpkg --report report.json -q && cat report.json
