# exit 2
allways import -o net.gpkg
