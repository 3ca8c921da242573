# exit 2
allways import fixtures/square.gr -o net.gpkg --vehicle height=3
