# exit 2
allways import fixtures/square.gr -o net.gpkg --at 2026-11-23T08:00
