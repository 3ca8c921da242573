# exit 3
allways solve fixtures/square.gr -o table.omx -q && allways import table.omx -o net.gpkg
